import WaybillManifest
import WaybillSyntax
import WaybillTable
import WaybillTools

extension SchemaValue {
    /// The schema with exactly the values of some constraints together; `nil` is a constraint that allows every value.
    static func schema(anyOf constraints: [ParameterConstraint?]) -> SchemaValue {
        guard let known = constraints.alternatives else { return ["type": "string"] }
        let schemas = known.map { schema($0) }
        return schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
    }

    private static func schema(_ constraint: ParameterConstraint) -> SchemaValue {
        switch constraint {
        case .int: ["type": "integer"]
        case .uint: ["type": "integer", "minimum": 0]
        case .uuid, .date: ["type": "string", "format": .text(constraint.type?.name ?? "")]
        case .oneOf(let values): ["type": "string", "enum": .names(values)]
        case .type, .regex: ["type": "string", "pattern": .text(ECMARegex.pattern(constraint.regexText))]
        }
    }
}

extension ParameterConstraint {
    /// The value of `params:`.
    var yaml: String {
        switch self {
        case .type(let type): type.name
        case .oneOf(let values): "[\(values.map(ScalarText.written).joined(separator: ", "))]"
        case .regex(let text): ScalarText.written("/\(text)/")
        }
    }
}

extension Pattern {
    /// The path as a template of OpenAPI; `nil` for a catch-all. Reading it gives the same literals.
    var openAPIPath: String? {
        guard catchAll == nil else { return nil }
        let labels = slots.map(\.label)
        var next = labels[...]
        let parts = segments.map { segment in
            switch segment {
            case .literal(let bytes): Self.literal(bytes)
            case .any: "{\(next.popFirst() ?? "")}"
            case .capture(let capture):
                Self.literal(capture.prefix[...]) + "{\(next.popFirst() ?? "")}" + Self.literal(capture.suffix[...])
            }
        }
        return "/" + parts.joined(separator: "/") + (hasTrailingSlash ? "/" : "")
    }

    private static func literal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.reduce(into: "") { text, byte in
            let isPlain = ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~:@!$&'()*+,;=".utf8.contains(byte)
            text += isPlain ? String(Unicode.Scalar(byte)) : PercentCoding.escape(byte)
        }
    }
}

extension [ParameterConstraint?] {
    /// The constraints, each once; `nil` if every value is allowed.
    fileprivate var alternatives: [ParameterConstraint]? {
        guard !isEmpty, !contains(nil) else { return nil }
        return compactMap(\.self).uniqued()
    }
}

extension ValueSet {
    /// The values that one of some constraints allows; `nil` allows every value.
    static func union(of constraints: [ParameterConstraint?]) -> ValueSet {
        guard let known = constraints.alternatives else { return ValueSet() }
        return known.count == 1
            ? ValueSet(known) : ValueSet([.regex(known.map { "(\($0.regexText))" }.joined(separator: "|"))])
    }
}
