import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillTable

/// Answers whether the requests of an operation pass interceptors. The check and the export ask it the same.
///
/// The requests are those of the path and the method, whatever other operation also has them, in each view.
struct OperationGuards {
    private let set: ManifestSet
    private let table: RoutingTable
    private let answers: GuardAnswers

    init(_ set: ManifestSet, _ table: RoutingTable) {
        self.set = set
        self.table = table
        answers = GuardAnswers(set, table)
    }

    func guards(_ interceptors: [Int]) -> Guards {
        Guards(interceptors, terminating: set.terminatingInterceptors, in: table)
    }

    /// Returns whether every request of an operation that reaches a route passes; `nil` for a redirect or a forward, whose
    /// target has its own operation.
    func answer(_ operation: RouteDefinition, _ route: Int, _ guards: Guards) -> GuardAnswers.Answer? {
        guard set.routes[route].destination.target == nil else { return nil }
        return ownAnswer(operation, route, guards)
    }

    /// Returns whether every request of an operation that reaches a route passes, before the route sends it on.
    private func ownAnswer(_ operation: RouteDefinition, _ route: Int, _ guards: Guards) -> GuardAnswers.Answer {
        let views: [String?] = [nil] + table.routes[route].tags.sorted().map(Optional.some)
        var question = GuardQuestion(route: route, guards: guards, views: views)
        (question.urls, question.constraints) = (operation.patterns, operation.constraints)
        question.methods = operation.methods
        return answers.answer(question)
    }

    /// Returns the first route that some request of an operation reaches without a guard, as far as is known; `nil` if the
    /// document may say that the operation is secured.
    ///
    /// - Parameters:
    ///   - own: The routes with its path. They come first.
    ///   - served: All routes that serve some of its requests.
    func unguarded(_ operation: RouteDefinition, own: [Int], served: [Int], by guards: Guards) -> Int? {
        own.first { !ownAnswer(operation, $0, guards).isGuarded }
            ?? served.first { !own.contains($0) && answer(operation, $0, guards)?.isGuarded == false }
    }
}

extension GuardAnswers.Answer {
    fileprivate var isGuarded: Bool { if case .guarded = self { true } else { false } }
}
