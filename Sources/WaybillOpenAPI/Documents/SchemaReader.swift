import WaybillManifest
import WaybillSyntax
import WaybillTable

/// Reads the values that the schema of a path parameter allows.
///
/// What the constraints of a capture cannot say constrains nothing, and is reported once for each construct.
struct SchemaReader {
    var files: DocumentFiles
    /// The numbers of the version: 3 and 0 for 3.0.3.
    var minorVersion = 1
    private var said: Set<String> = []
    /// By pattern.
    private var regexes: [String: [ParameterConstraint]] = [:]

    init(_ files: DocumentFiles) { self.files = files }

    private static let maximumDepth = 64
    /// The steps for building the automata of all patterns: enough for more than a thousand.
    private var stepsLeft = 2_000_000
    /// The number of schemas around the one that is read.
    private var depth = 0
    /// By place. A schema that is being read constrains nothing in itself.
    private var known: [SourceSpan: ValueSet] = [:]

    /// Returns the values of a schema. Each schema is read once, whatever refers to it.
    mutating func values(of schema: YAMLNode) -> ValueSet {
        sayOfReference(schema)
        guard let schema = files.resolved(schema) else { return ValueSet() }
        if let known = known[schema.span] { return known }
        guard depth < Self.maximumDepth else {
            say("a schema in \(Self.maximumDepth) others", schema)
            return ValueSet()
        }
        depth += 1
        defer { depth -= 1 }
        known[schema.span] = ValueSet()
        sayUnread(schema)
        let values = ValueSet(listed(schema) ?? composed(schema))
        known[schema.span] = values
        return values
    }

    private mutating func composed(_ schema: YAMLNode) -> [ParameterConstraint] {
        var all: [ParameterConstraint] = []
        if let parts = value("allOf", schema) { for part in parts.items { all += values(of: part).constraints } }
        for key in ["anyOf", "oneOf"] {
            if let parts = value(key, schema) { all += union(of: Array(parts.items), parts, key) }
        }
        all += own(schema).constraints
        all = all.uniqued()
        guard all.count > Self.maximumConstraints else { return all }
        say("a schema of more than \(Self.maximumConstraints) constraints", schema)
        return Array(all.prefix(Self.maximumConstraints))
    }

    private static let maximumConstraints = 32

    mutating func value(_ key: String, _ schema: YAMLNode) -> YAMLNode? { files.value(key, of: schema) }

    /// `enum` and `const`. A path is never empty.
    private mutating func listed(_ schema: YAMLNode) -> [ParameterConstraint]? {
        let (constant, list) = (value("const", schema), value("enum", schema))
        guard let place = constant ?? list else { return nil }
        let name = constant == nil ? "enum" : "const"
        for key in Self.composing + Self.ofTexts + Self.ofNumbers {
            if let node = value(key, schema) { say("'\(key)' beside '\(name)'", node) }
        }
        let items = constant.map { [$0] } ?? Array(place.items)
        if let item = items.first(where: { !$0.isScalar }) { say("a list or a mapping in '\(name)'", item) }
        let types = types(of: schema)
        let texts = items.filter { !$0.isNullValue }.compactMap(\.scalarText)
        let values = texts.filter { text in
            !text.isEmpty && (types.isEmpty || types.contains { text.isValue(ofType: $0) })
        }
        guard values.isEmpty else { return [.oneOf(values.withoutRepetitions)] }
        files.report(
            "the '\(name)' allows no value", at: place.span, severity: .warning, help: "write its values, or remove it")
        return nil
    }

    private mutating func union(of parts: [YAMLNode], _ place: YAMLNode, _ key: String) -> [ParameterConstraint] {
        let sets = parts.filter { !isNull($0) }.map { values(of: $0) }
        if sets.isEmpty { say("'\(key)' without a choice", place) }
        guard sets.count > 1 else { return sets.first?.constraints ?? [] }
        return union(ofSets: sets.map(\.constraints), place)
    }

    /// Returns the constraint that allows what one of some sets allows, of each of which the first constraint counts.
    private mutating func union(ofSets sets: [[ParameterConstraint]], _ place: YAMLNode) -> [ParameterConstraint] {
        guard !sets.contains(where: \.isEmpty) else { return [] }
        if sets.contains(where: { $0.count > 1 }) { say("a second constraint of a choice", place) }
        return union(of: sets.map { $0[0] }, place)
    }

    /// Returns the constraint that allows what one of some constraints allows; none if it is too big.
    private mutating func union(of all: [ParameterConstraint], _ place: YAMLNode) -> [ParameterConstraint] {
        let choices = all.uniqued()
        guard choices.count > 1 else { return choices }
        let lists = choices.compactMap { if case .oneOf(let values) = $0 { values } else { nil } }
        if lists.count == choices.count { return [.oneOf(Array(lists.joined()).withoutRepetitions)] }
        let text = choices.map { "(\($0.regexText))" }.joined(separator: "|")
        if text.utf8.count <= Self.maximumRegex, isWithinBudget(.regex(text)) { return [.regex(text)] }
        say("a choice that is over the budget of a regex", place)
        return []
    }

    /// Whether a regex exceeds neither its own budget nor that of all together.
    private mutating func isWithinBudget(_ constraint: ParameterConstraint) -> Bool {
        guard stepsLeft > 0 else { return false }
        return (try? Automaton(constraint, caseSensitive: true, spending: &stepsLeft)) != nil
    }

    /// The limit of bytes of the regex of a choice.
    private static let maximumRegex = 16_384

    private mutating func isNull(_ schema: YAMLNode) -> Bool { types(of: schema) == [] && value("type", schema) != nil }

    /// The types, without `null`.
    private mutating func types(of schema: YAMLNode) -> [String] {
        guard let node = value("type", schema) else { return [] }
        if node.isScalar { return node.scalarText.map { $0 == "null" ? [] : [$0] } ?? [] }
        let names = node.items.compactMap(\.scalarText)
        if minorVersion == 0 { sayOfVersion("a list of types", "3.1", node) }
        return names.filter { $0 != "null" }
    }

    private mutating func own(_ schema: YAMLNode) -> ValueSet {
        if minorVersion > 0, let nullable = value("nullable", schema) { sayOfVersion("'nullable'", "3.0", nullable) }
        let types = types(of: schema)
        guard types.count < 2 else {
            return ValueSet(union(ofSets: types.map { values(ofType: $0, schema).constraints }, schema))
        }
        if types.isEmpty, let type = value("type", schema) {
            say("the type 'null'", type)
            return ValueSet()
        }
        return values(ofType: types.first ?? inferredType(schema), schema)
    }

    private mutating func inferredType(_ schema: YAMLNode) -> String {
        ["int32", "int64", "uint32", "uint64"].contains(value("format", schema)?.scalarText) ? "integer" : "string"
    }

    private mutating func values(ofType type: String, _ schema: YAMLNode) -> ValueSet {
        switch type {
        case "integer":
            say(Self.ofTexts, ofType: type, schema)
            return integers(schema)
        case "number":
            say(Self.ofTexts, ofType: type, schema)
            return numbers(schema)
        case "boolean":
            say(Self.ofTexts + Self.ofNumbers, ofType: type, schema)
            return ValueSet([.oneOf(["true", "false"])])
        case "string":
            say(Self.ofNumbers, ofType: type, schema)
            return strings(schema)
        default:
            say("the type '\(type)'", value("type", schema) ?? schema)
            return ValueSet()
        }
    }

    // MARK: Numbers

    private mutating func integers(_ schema: YAMLNode) -> ValueSet {
        var (lower, upper): (Int128?, Int128?) = (nil, nil)
        switch value("format", schema)?.scalarText {
        case "int32": (lower, upper) = (Int128(Int32.min), Int128(Int32.max))
        case "uint32": (lower, upper) = (0, Int128(UInt32.max))
        case "uint64": lower = 0
        case "int64", nil: break
        case let format?: say("the format '\(format)'", value("format", schema) ?? schema)
        }
        let bounds = bounds(schema)
        if let own = bounds.lower { lower = max(lower ?? own, own) }
        if let own = bounds.upper { upper = min(upper ?? own, own) }
        if let multiple = value("multipleOf", schema) { say("'multipleOf'", multiple) }
        guard let constraint = NumeralRange.constraint(lower, upper) else {
            files.report(
                "the schema allows no integer", at: schema.span, severity: .warning, help: "correct its bounds")
            return ValueSet()
        }
        return ValueSet([constraint])
    }

    private mutating func bounds(_ schema: YAMLNode) -> (lower: Int128?, upper: Int128?) {
        var lower = bound("minimum", schema, .up)
        var upper = bound("maximum", schema, .down)
        for key in ["exclusiveMinimum", "exclusiveMaximum"] {
            guard let node = value(key, schema) else { continue }
            let isFlag = ["true", "false"].contains(node.scalarText)
            if isFlag == (minorVersion > 0) {
                sayOfVersion(isFlag ? "'\(key)' as a flag" : "'\(key)' as a number", isFlag ? "3.0" : "3.1", node)
            }
            guard node.scalarText != "false" else { continue }
            if key == "exclusiveMinimum" {
                let own = isFlag ? nil : bound(key, schema, .down)
                lower = (isFlag ? lower : [lower.map { $0 - 1 }, own].compactMap(\.self).max()).map { $0 + 1 }
            } else {
                let own = isFlag ? nil : bound(key, schema, .up)
                upper = (isFlag ? upper : [upper.map { $0 + 1 }, own].compactMap(\.self).min()).map { $0 - 1 }
            }
        }
        return (lower, upper)
    }

    private mutating func bound(
        _ key: String, _ schema: YAMLNode, _ rounding: FloatingPointRoundingRule
    ) -> Int128? {
        guard let node = value(key, schema) else { return nil }
        guard let text = node.scalarText, let value = Double(text), !value.isNaN else {
            say("'\(key)', which is not a number,", node)
            return nil
        }
        // Far beyond 64 bits, all numbers are alike.
        if abs(value) > 1e30 { return value < 0 ? -Int128(1e30) : Int128(1e30) }
        return Int128(text) ?? Int128(value.rounded(rounding))
    }

    private mutating func numbers(_ schema: YAMLNode) -> ValueSet {
        for key in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] {
            if let node = value(key, schema) { say("'\(key)' of a number", node) }
        }
        return ValueSet([.regex("[+\\-]?[0-9]+(\\.[0-9]+)?([eE][+\\-]?[0-9]+)?")])
    }

    // MARK: Texts

    private mutating func strings(_ schema: YAMLNode) -> ValueSet {
        var all: [ParameterConstraint] = []
        if let pattern = value("pattern", schema) { all += regex(pattern) }
        if let format = value("format", schema), let name = format.scalarText {
            switch name {
            case "uuid": all.append(.uuid)
            case "date": all.append(.date)
            default: say("the format '\(name)'", format)
            }
        }
        if let length = length(schema) { all.append(length) }
        return ValueSet(all)
    }

    private mutating func regex(_ node: YAMLNode) -> [ParameterConstraint] {
        let text = node.scalarText ?? ""
        let known = regexes[text] ?? newRegex(text, node)
        regexes[text] = known
        return known
    }

    private mutating func newRegex(_ text: String, _ node: YAMLNode) -> [ParameterConstraint] {
        do throws(ECMARegex.Unsupported) {
            let constraint = ParameterConstraint.regex(try ECMARegex.whole(text))
            if isWithinBudget(constraint) { return [constraint] }
            say("the pattern '\(text)', which is over the budget of a regex,", node)
        } catch {
            say("\(error.construct) in the pattern '\(text)'", node)
        }
        return []
    }

    private static let maximumLength = 1_000

    private mutating func length(_ schema: YAMLNode) -> ParameterConstraint? {
        let least = length("minLength", schema) ?? 0
        let greatest = length("maxLength", schema)
        guard least > 1 || greatest != nil else { return nil }
        guard greatest ?? .max >= max(least, 1) else {
            files.report(
                "the schema allows no text", at: schema.span, severity: .warning, help: "correct its lengths")
            return nil
        }
        guard max(least, greatest ?? 0) <= Self.maximumLength else {
            say("a length over \(Self.maximumLength)", value("maxLength", schema) ?? schema)
            return nil
        }
        return .regex(".{\(max(least, 1)),\(greatest.map { "\($0)" } ?? "")}")
    }

    private mutating func length(_ key: String, _ schema: YAMLNode) -> Int? {
        guard let node = value(key, schema) else { return nil }
        if let number = node.scalarText.flatMap({ Double($0) }).flatMap({ Int(exactly: $0) }), number >= 0 {
            return number
        }
        say("'\(key)', which is not a length,", node)
        return nil
    }

    // MARK: Remarks

    mutating func say(_ what: String, _ node: YAMLNode) { say(what, at: node.span) }

    mutating func say(_ what: String, at span: SourceSpan) {
        guard said.insert(what).inserted else { return }
        files.report("\(what) constrains nothing here", at: span, severity: .hint)
    }

    mutating func sayOfVersion(_ what: String, _ version: String, _ node: YAMLNode) {
        guard said.insert(what).inserted else { return }
        files.report(
            "\(what) is the form of OpenAPI \(version); it is read as there", at: node.span, severity: .warning,
            help: "write it in the form of this document's version\(version == "3.2" ? ", or 'openapi: 3.2.0'" : "")")
    }
}

extension [String] {
    fileprivate var withoutRepetitions: [String] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert([UInt8]($0.utf8)).inserted }
    }
}
