import WaybillManifest
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Describes the change as a clause: `route 'notes.show' does not have the tag 'views'`.
    func words(for mutation: Mutation.Kind) -> String {
        switch mutation {
        case .interceptor(let interceptor, let route):
            "\(name(.interceptor(interceptor))) does not run for \(name(.route(route)))"
        case .priority(let route): Self.words("the priority of \(name(.route(route)))", table.routes[route].priority)
        case .order(let index):
            Self.words("the order of \(name(.interceptor(index)))", table.interceptors[index].order)
        case .tag(let owner, let tag): "\(name(owner)) does not have the tag '\(tag)'"
        case .everywhere(let index): "\(name(.interceptor(index))) does not apply everywhere"
        case .literal(let owner, let pattern, let segment):
            words(owner, patterns(of: owner)[pattern], patterns(of: owner)[pattern].mutated(at: segment))
        case .pattern(let owner, let pattern):
            words(owner, patterns(of: owner)[pattern], patterns(of: owner)[pattern].mutatedBelow)
        case .capture(let owner, let name): "':\(name)' of \(self.name(owner)) takes any value"
        case .method(let owner, let method): "\(name(owner)) does not answer '\(method)'"
        case .target(let owner): "\(name(owner)) leads to '\(mutatedTarget(of: owner))'"
        case .status(let index):
            "\(name(.route(index))) has the status \(status(of: index)?.other.rawValue ?? 0) "
                + "instead of \(status(of: index)?.rawValue ?? 0)"
        case .fallback(let tag): "there is no fallback\(tag.map { " for views of '\($0)'" } ?? "")"
        }
    }

    private static func words(_ what: String, _ number: Int) -> String {
        "\(what) is \(0 &- number) instead of \(number)"
    }

    private func words(_ owner: Mutation.Owner, _ pattern: Pattern, _ other: Pattern?) -> String {
        "\(name(owner)) has the URL '\(other?.text ?? "")' instead of '\(pattern.text)'"
    }

    private func name(_ owner: Mutation.Owner) -> String {
        switch owner {
        case .route(let index): "route '\(set.routes[index].id.value)'"
        case .interceptor(let index): "interceptor '\(set.interceptors[index].id.value)'"
        }
    }

    private func patterns(of owner: Mutation.Owner) -> [Pattern] {
        switch owner {
        case .route(let index): table.routes[index].patterns
        case .interceptor(let index): table.interceptors[index].patterns
        }
    }

    private func status(of route: Int) -> RedirectStatus? { set.routes[route].destination.status }

    private func mutatedTarget(of owner: Mutation.Owner) -> String {
        let target: LocatedTarget? =
            switch owner {
            case .route(let index): set.routes[index].destination.target
            case .interceptor(let index): set.interceptors[index].action.target
            }
        return target?.mutated?.text.value ?? ""
    }
}
