import WaybillSyntax
import WaybillTable

/// The values of the environment for `${NAME}` in `with:`.
package struct Environment: Sendable {
    /// Returns the value of a variable; `nil` if it is not set.
    let value: @Sendable (_ name: String) -> String?
    /// Whether a variable without a value and a default is an error (S010), as where a service starts. Otherwise its value
    /// is not known here, as in CI, which has no secrets.
    let isComplete: Bool

    package init(_ values: [String: String], isComplete: Bool = true) {
        self.init(isComplete: isComplete) { values[$0] }
    }

    /// - Parameter value: Must always return the same for a name, because it may be asked again for a cached file.
    package init(isComplete: Bool = true, value: @escaping @Sendable (_ name: String) -> String?) {
        (self.value, self.isComplete) = (value, isComplete)
    }
}

/// The variables that a file uses, with the values with which it was decoded.
struct UsedVariables: Sendable {
    private var values: [String: String?] = [:]
    private var isComplete = true

    init(_ environment: Environment) { isComplete = environment.isComplete }

    mutating func record(_ value: String?, for name: String) { values[name] = value }

    /// Whether the file would be decoded alike.
    func areSame(in environment: Environment) -> Bool {
        isComplete == environment.isComplete && values.allSatisfy { environment.value($0) == $1 }
    }
}

/// Replaces `${NAME}` and `${NAME:-default}` in the values of a `with:` by values of the environment.
///
/// Write `$${` for a literal `${`. Keys are not changed.
struct Variables {
    let context: DecodingContext

    /// S010: warns of a reference to a variable outside of `with:`, where it is ordinary text.
    static func warn(ofReferenceIn input: DecodingInput, _ context: DecodingContext) {
        guard input.node.utf8.contains(UInt8(ascii: "$")), context.allowsWarnings else { return }
        let bytes = Array(input.node.utf8)
        for start in bytes.indices where bytes[start...].starts(with: "${".utf8) {
            guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { return }
            let (name, _) = nameAndDefault(String(decoding: bytes[(start + 2)..<close], as: UTF8.self))
            guard name.isIdentifier else { continue }
            let span = context.span(of: start..<(close + 1), in: input.node)
            return context.report(
                Diagnostic(
                    .unresolvedVariable, at: context.firstLine(of: span),
                    "${\(name)} is not expanded in \(input.label): variables are only expanded in 'with'",
                    severity: .warning, help: "write the name itself, or move the value into 'with'"))
        }
    }

    func expand(_ node: YAMLNode) -> Node {
        let known = context.unknownVariables.count
        var expanded = Node(span: node.span, content: content(of: node))
        expanded.isRefusedAlias = node.isRefusedAlias
        expanded.isUnknown = node.isScalar && context.unknownVariables.count > known
        expanded.holdsVariable = expanded.isUnknown || node.scalar.map { expanded.scalarText != $0.text } ?? false
        return expanded
    }

    private func content(of node: YAMLNode) -> Node.Content {
        guard let scalar = node.scalar else {
            return node.kind == .sequence
                ? .sequence(node.items.map(expand))
                : .mapping(node.entries.map { Node.Entry(key: Node($0.key), value: expand($0.value)) })
        }
        context.warnOfOtherReading(scalar, in: node)
        return .scalar(expand(scalar, in: node) ?? scalar)
    }

    /// Returns the scalar with its variables replaced; `nil` if it has none.
    private func expand(_ scalar: Node.Scalar, in node: YAMLNode) -> Node.Scalar? {
        let bytes = Array(scalar.text.utf8)
        guard bytes.contains(UInt8(ascii: "$")) else { return nil }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: "$${".utf8) {
                result += "${".utf8
                index += 3
            } else if rest.starts(with: "${".utf8) {
                index = expandReference(rest, in: node, into: &result)
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        let text = String(decoding: result, as: UTF8.self)
        guard text != scalar.text else { return nil }
        // A value of the environment is never null: an empty value is the empty text.
        let expanded = Node.Scalar(text: text, style: scalar.style)
        return expanded.resolved == .null ? Node.Scalar(text: text, style: .doubleQuoted) : expanded
    }

    /// Appends the value of the reference at the start of `rest`, and returns the index after it.
    private func expandReference(_ rest: ArraySlice<UInt8>, in node: YAMLNode, into result: inout [UInt8]) -> Int {
        guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else {
            report("'${' is not closed by '}'", rest.startIndex..<rest.endIndex, node)
            result += rest
            return rest.endIndex
        }
        let range = rest.startIndex..<(close + 1)
        let inner = String(decoding: rest[(rest.startIndex + 2)..<close], as: UTF8.self)
        let (name, fallback) = Self.nameAndDefault(inner)
        if !name.isIdentifier {
            let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // As in Spring.
            let hasDefault = parts.count == 2 && parts[0].isIdentifier && !parts[1].isEmpty
            report(
                "'${\(inner)}' does not name a variable", range, node,
                hasDefault ? "a default is written after ':-': ${\(parts[0]):-\(parts[1])}" : nil)
        } else if let nested = Self.nestedReference(in: rest[..<(close + 1)]) {
            report(
                "'\(String(decoding: rest[nested], as: UTF8.self))' in the default of ${\(name)}: a default cannot contain variables",
                nested, node, "write the value itself, as in ${\(name):-value}")
        } else if let value = context.value(ofVariable: name), !(value.isEmpty && fallback != nil) {
            result += value.utf8
        } else if let fallback {
            result += fallback.utf8
        } else {
            // If it is not known, the reference is part of the value, so that it equals the same value elsewhere.
            if !context.environment.isComplete { result += rest[range] }
            reportUnset(name, range, node)
        }
        return close + 1
    }

    private static func nameAndDefault(_ inner: String) -> (name: String, fallback: String?) {
        let bytes = Array(inner.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: ":-".utf8) else {
            return (inner, nil)
        }
        return (
            String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: bytes[(colon + 2)...], as: UTF8.self)
        )
    }

    /// Returns the `${` in the default of a reference, with everything that follows.
    private static func nestedReference(in reference: ArraySlice<UInt8>) -> Range<Int>? {
        let start = reference.indices.dropFirst(2).first { reference[$0...].starts(with: "${".utf8) }
        return start.map { $0..<reference.endIndex }
    }

    private func reportUnset(_ name: String, _ range: Range<Int>, _ node: YAMLNode) {
        let diagnostic = Diagnostic(
            .unresolvedVariable, at: context.firstLine(of: context.span(of: range, in: node)),
            "${\(name)} is not set and has no default", help: "set \(name), or write ${\(name):-default}")
        if context.environment.isComplete {
            context.report(diagnostic)
        } else {
            context.unknownVariables.append(diagnostic)
        }
    }

    private func report(_ message: String, _ range: Range<Int>, _ node: YAMLNode, _ help: String? = nil) {
        let span = context.firstLine(of: context.span(of: range, in: node))
        context.report(
            Diagnostic(
                .unresolvedVariable, at: span, message,
                help: help ?? "write ${NAME} or ${NAME:-default}; $${ is a literal ${"))
    }
}
