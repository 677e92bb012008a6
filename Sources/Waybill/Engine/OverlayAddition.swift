import WaybillManifest
import WaybillSyntax
import WaybillTable

/// An addition at run time, checked like an entry of a manifest: what can never match is rejected at once.
struct OverlayAddition: Sendable {
    let patterns: [Pattern]
    let methods: [String]
    let tags: Set<String>
    /// A route's priority, or an interceptor's order.
    let rank: Int
    /// The constraints of captures, for comparison of paths with and without case.
    private let constraints: (exact: [String: Automaton], folded: [String: Automaton])

    init(
        _ texts: [String], methods: [String], params: [String: ParameterConstraint], tags: Set<String>,
        timeout: Duration?, rank: Int
    ) throws(RoutingError) {
        self.methods = methods
        self.tags = tags
        self.rank = rank
        patterns = try Self.parse(texts)
        for method in methods where !method.isMethod { throw .invalidAddition(reason: Self.misfit(method: method)) }
        for tag in tags.sorted() where !tag.isTag { throw .invalidAddition(reason: Self.misfit(tag: tag)) }
        if let timeout, timeout <= .zero { throw .invalidAddition(reason: "a timeout must be greater than zero") }
        if Int32(exactly: rank) == nil { throw .invalidAddition(reason: "\(rank) does not fit 32 bits") }
        try Self.check(params.keys.sorted(), of: patterns)
        constraints = (try Self.automata(params, caseSensitive: true), try Self.automata(params, caseSensitive: false))
    }

    func constraints(under settings: MatchSettings) -> [String: Automaton] {
        settings.isCaseSensitive ? constraints.exact : constraints.folded
    }

    // MARK: Checks

    private static func parse(_ texts: [String]) throws(RoutingError) -> [Pattern] {
        guard !texts.isEmpty else { throw .invalidAddition(reason: "it has no pattern") }
        var parsed: [Pattern] = []
        for text in texts {
            do { parsed.append(try Pattern(text)) } catch { throw .invalidPattern(text, reason: error.message) }
        }
        return parsed
    }

    private static func misfit(method: String) -> String {
        let upper = method.uppercased()
        return upper.isMethod
            ? "methods are upper-case: write \"\(upper)\" instead of \"\(method)\"" : "\"\(method)\" is not a method"
    }

    private static func misfit(tag: String) -> String {
        let parts = tag.split(separator: ",").map { $0.filter { $0 != " " } }
        return parts.count > 1 && parts.allSatisfy(\.isTag)
            ? "\"\(tag)\" is not a tag: write each by itself, as \(parts.map { "\"\($0)\"" }.joined(separator: ", "))"
            : "\"\(tag)\" is not a tag: tags are made of letters, digits, '_', '.' and '-'"
    }

    private static func check(_ names: [String], of patterns: [Pattern]) throws(RoutingError) {
        let catchAllNames = Set(patterns.compactMap(\.catchAllName))
        let captures = Set(patterns.flatMap(\.captureNames)).subtracting(catchAllNames)
        for name in names where !captures.contains(name) {
            if catchAllNames.contains(name) {
                throw .invalidAddition(reason: "'**\(name)' cannot have a constraint: only ':name' captures can")
            }
            let near = didYouMean(name, among: captures).first.map { "; did you mean '\($0)'?" } ?? ""
            throw .invalidAddition(reason: "no pattern has a parameter '\(name)'\(near)")
        }
    }

    private static func automata(
        _ params: [String: ParameterConstraint], caseSensitive: Bool
    ) throws(RoutingError) -> [String: Automaton] {
        var automata: [String: Automaton] = [:]
        for (name, constraint) in params {
            if case .oneOf([]) = constraint {
                throw .invalidAddition(reason: "the list of values of '\(name)' is empty")
            }
            do throws(ConstraintError) {
                automata[name] = try Automaton(constraint, caseSensitive: caseSensitive)
            } catch {
                throw .invalidAddition(reason: "the constraint of '\(name)' is not valid: \(error.reason)")
            }
        }
        return automata
    }
}
