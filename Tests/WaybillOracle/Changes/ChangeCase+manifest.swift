import WaybillTable

extension ChangeCase {
    /// The same case, restricted to what a manifest can express: a handler may read every capture.
    var declarable: ChangeCase {
        var copy = self
        for route in made.routes where copy.behaviors[route.id]?.reads == .nothing {
            copy.behaviors[route.id]?.reads = .all
        }
        return copy
    }

    /// The case as a manifest.
    var manifest: String {
        let slash = made.settings.trailingSlash.rawValue
        return """
            waybill: 1
            settings: { case_sensitive: \(made.settings.isCaseSensitive), trailing_slash: \(slash) }
            fallback: \(Self.mapping(fallbackMembers))
            interceptors: \(Self.mapping(made.interceptors.map { ($0.id, Self.mapping(members(interceptor: $0))) }))
            routes: \(Self.list(made.routes.map { Self.mapping(members(route: $0)) }))

            """
    }

    private var fallbackMembers: [(String, String)] {
        let tagged = fallbacks.compactMap { fallback in
            fallback.tag.map { ($0, Self.mapping([("handler", "h\(fallback.code)")])) }
        }
        let plain = fallbacks.filter { $0.tag == nil }.map { ("handler", "h\($0.code)") }
        let others = [("other_methods", "\(servesOtherMethods)")]
        return plain + others + (tagged.isEmpty ? [] : [("tags", Self.mapping(tagged))])
    }

    private func members(route: OracleCase.Definition) -> [(String, String)] {
        let behavior = behaviors[route.id, default: Behavior(code: 0, reads: .all)]
        var members = [("id", Self.quoted(route.id)), ("priority", "\(route.rank)")] + shared(route)
        if case .target(let names) = behavior.reads {
            members.append(
                ("redirect", Self.mapping([("to", Self.quoted(behavior.target(names))), ("status", "308")])))
        } else {
            members.append(("handler", "h\(behavior.code)"))
        }
        return members
    }

    private func members(interceptor: OracleCase.Definition) -> [(String, String)] {
        let behavior = behaviors[interceptor.id, default: Behavior(code: 0, reads: .all)]
        let action =
            switch behavior.reads {
            case .nothing: ("reject", "no\(behavior.code)")
            case .all: ("use", "u\(behavior.code)")
            case .target(let names): ("rewrite", Self.quoted(behavior.target(names)))
            }
        let reach = interceptor.isEverywhere ? [("applies", "everywhere")] : []
        return [("order", "\(interceptor.rank)"), action] + reach + shared(interceptor)
    }

    private func shared(_ definition: OracleCase.Definition) -> [(String, String)] {
        let params = definition.constraints.sorted { $0.key < $1.key }.map { name, number in
            (name, Self.text(OracleConstraint.all[number].constraint))
        }
        return [
            ("urls", Self.list(definition.patterns.map(Self.quoted))), ("params", Self.mapping(params)),
            ("methods", Self.list(definition.methods)), ("tags", Self.list(definition.tags.sorted())),
        ].filter { !["[]", "{}"].contains($1) }
    }

    private static func text(_ constraint: ParameterConstraint) -> String {
        switch constraint {
        case .oneOf(let values): list(values.map(quoted))
        case .regex(let text): quoted("/\(text)/")
        default: "\(constraint)"
        }
    }

    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
    private static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }
    private static func mapping(_ members: [(String, String)]) -> String {
        members.isEmpty ? "{}" : "{ \(members.map { "\($0): \($1)" }.joined(separator: ", ")) }"
    }
}
