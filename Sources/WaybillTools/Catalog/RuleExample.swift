import WaybillManifest

/// A minimal set that violates a rule and nothing else above a hint, and the same set fixed.
public struct RuleExample: Sendable {
    public var broken: [File]
    public var fixed: [File]

    /// A file of the set, or a file beside it that the message or the reader needs, such as `Registry.swift`.
    public struct File: Sendable {
        public var path: String
        public var text: String
        public var condition: Condition

        public init(_ path: String, _ text: String, _ condition: Condition = .sound) {
            self.path = path
            self.text = text.isEmpty ? "" : text + "\n"
            self.condition = condition
        }
    }

    /// A property of a file that its text cannot show.
    public enum Condition: Sendable {
        case sound
        case linkToNothing
        case worldWritable
    }

    public init(broken: [File], fixed: [File]) {
        self.broken = broken
        self.fixed = fixed
    }

    /// Creates an example with one file.
    init(_ broken: String, fixed: String) {
        self.init(broken: [File("routes.yaml", broken)], fixed: [File("routes.yaml", fixed)])
    }

    /// Creates an example from a broken set and the parts of its files that the fix replaces.
    ///
    /// - Parameter fixes: By part, the text that replaces it. A part occurs once in all files.
    init(broken: [File], fixes: KeyValuePairs<String, String>) {
        let fixed = broken.map { file in
            var file = file
            for (part, replacement) in fixes { file.text.replace(part, with: replacement) }
            return file
        }
        self.init(broken: broken, fixed: fixed)
    }

    /// Creates an example with one manifest.
    ///
    /// - Parameter code: The Swift code that the manifest names, in `Registry.swift`.
    init(
        in path: String = "routes.yaml", _ broken: String, code: String? = nil,
        fixes: KeyValuePairs<String, String>, beside others: File...
    ) {
        let registry = code.map { File("Registry.swift", $0) }
        self.init(broken: [File(path, broken)] + [registry].compactMap(\.self) + others, fixes: fixes)
    }

    /// Creates an example of a change of a set: see ``formerPath``.
    init(from former: String, to broken: String, fixes: KeyValuePairs<String, String>) {
        let former = File(Self.formerPath, "waybill: 1\n" + former)
        self.init(broken: [former, File("routes.yaml", "waybill: 1\n" + broken)], fixes: fixes)
    }

    /// The path of the file before a change, in the examples of rules about changes.
    static let formerPath = "before"

    /// Creates an example of routes beside an OpenAPI document.
    init(_ routes: String, document: String, fixes: KeyValuePairs<String, String>) {
        let files = [File("routes.yaml", "waybill: 1\n" + routes), File(Self.documentPath, document)]
        self.init(broken: files, fixes: fixes)
    }

    /// The path of the OpenAPI document, in the examples of rules about contracts.
    package static let documentPath = "openapi.yaml"
}

extension RuleExample.File {
    static func configuration(_ text: String) -> Self { Self(".waybill.yaml", text) }
}
