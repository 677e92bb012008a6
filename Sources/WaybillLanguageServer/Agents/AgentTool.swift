import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// What an agent can ask. The arguments are those of the commands.
enum AgentTool: String, CaseIterable {
    case check, explain, plan, test, routes, schema, rule

    /// An argument with its type in JSON Schema.
    struct Argument {
        let name: String
        let type: ArgumentType
        let purpose: String
        var isRequired = false

        enum ArgumentType { case text, texts, flag }
    }

    var arguments: [Argument] {
        switch self {
        case .check:
            [
                Argument(
                    name: "paths", type: .texts, purpose: "Report only the problems of these files of the set.")
            ]
        case .explain:
            [
                Argument(
                    name: "url", type: .text, purpose: "A path such as /notes/42, or a URL.", isRequired: true),
                Argument(name: "method", type: .text, purpose: "The method of the request. Default: GET for HTTP."),
                Argument(name: "tags", type: .texts, purpose: "Open in the view of these tags."),
            ]
        case .plan:
            [
                Argument(
                    name: "against", type: .text, purpose: "The commit of Git to compare with. Default: HEAD.")
            ]
        case .test:
            [
                Argument(
                    name: "filter", type: .texts,
                    purpose: "Run only tests whose name, URL, file or route contains one of these texts."),
                Argument(
                    name: "coverage", type: .flag, purpose: "Also list what no test exercises, with a test to add."),
            ]
        case .routes: []
        case .schema:
            [Argument(name: "kind", type: .text, purpose: "The kind of file. Default: manifest.")]
        case .rule:
            [
                Argument(
                    name: "rule", type: .text, purpose: "The id or the name of a rule. Default: the list of all rules.")
            ]
        }
    }

    private var purpose: String {
        switch self {
        case .check:
            """
            Check the whole set of manifests as it is on disk now. One line for each problem: place, severity, rule, what to \
            write instead, and the exact edits of its fixes; then the counts.
            """
        case .explain:
            """
            Explain where a request goes: route, parameters, interceptors in their order, redirects, and why similar routes \
            do not serve it.
            """
        case .plan:
            """
            Show which requests the files on disk treat differently than a commit does, each with an example request, \
            breaking changes first.
            """
        case .test: "Run the route tests of the set. One line for each failure; then the counts."
        case .routes: "List all routes in order of precedence: methods, pattern, destination, place."
        case .schema: "Print the JSON Schema of a kind of file, such as a manifest."
        case .rule: "Explain a rule of check: why it matters, an example, and how to fix it."
        }
    }

    /// The declaration of the tool, as a list of tools has it.
    func description(_ set: AgentSet) -> JSONValue {
        var properties: [String: JSONValue] = [
            "cursor": [
                "type": "string", "description": "The 'nextCursor' of the part before, with the same arguments.",
            ]
        ]
        for argument in arguments {
            let words = JSONValue.string(argument.purpose)
            properties[argument.name] =
                switch argument.type {
                case .text: ["type": "string", "description": words]
                case .texts: ["type": "array", "items": ["type": "string"], "description": words]
                case .flag: ["type": "boolean", "description": words]
                }
        }
        if self == .schema {
            properties["kind"] = properties["kind"]?.with("enum", .array(set.kinds.map { .string($0) }))
        }
        let required = arguments.filter(\.isRequired).map { JSONValue.string($0.name) }
        return [
            "name": .string(rawValue), "title": .string("waybill \(rawValue)"), "description": .string(purpose),
            "inputSchema": [
                "type": "object", "properties": .object(properties), "required": .array(required),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
            ],
        ]
    }
}

/// The arguments of a call, with the types that the tool declares.
struct AgentArguments {
    private let values: JSONValue
    var cursor: String? { values["cursor"]?.string }

    /// - Throws: The problem of the first argument that is unknown, absent or of another type.
    init(_ values: JSONValue, of tool: AgentTool) throws(AgentProblem) {
        guard case .object(let members) = values else { throw AgentProblem("the arguments must be an object") }
        let known = tool.arguments + [AgentTool.Argument(name: "cursor", type: .text, purpose: "")]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where value != .null {
            guard let argument = known.first(where: { $0.name == name }) else {
                let names = known.map { "'\($0.name)'" }.joined(separator: ", ")
                throw AgentProblem("'\(name.safeOnScreen)' is not an argument of '\(tool.rawValue)'; it takes \(names)")
            }
            guard argument.type.fits(value) else {
                throw AgentProblem("'\(name)' of '\(tool.rawValue)' must be \(argument.type.words)")
            }
        }
        for argument in tool.arguments where argument.isRequired && values[argument.name] == nil {
            throw AgentProblem("'\(tool.rawValue)' needs '\(argument.name)'")
        }
        self.values = values
    }

    func text(_ name: String) -> String? { values[name]?.string }

    func texts(_ name: String) -> [String] { values[name]?.items.compactMap(\.string) ?? [] }

    func flag(_ name: String) -> Bool { values[name]?.bool ?? false }
}

extension AgentTool.Argument.ArgumentType {
    fileprivate func fits(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.string != nil
        case .texts: if case .array(let items) = value { items.allSatisfy { $0.string != nil } } else { false }
        case .flag: value.bool != nil
        }
    }

    fileprivate var words: String {
        switch self {
        case .text: "a string"
        case .texts: "a list of strings"
        case .flag: "true or false"
        }
    }
}
