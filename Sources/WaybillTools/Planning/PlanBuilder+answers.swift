import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

/// The effects on requests that a set ends before their route, or sends on to another URL.
extension PlanBuilder {
    func answerEffects(_ found: TableChange, _ followed: FollowedChange) -> [PlannedChange.Effect] {
        let from = step(found, .old)
        let to = step(found, .new)
        let example = followed.example
        if found.ends == nil, !example.isLost || !to.leadsOn { return servingEffects(found) }
        if example.isLost {
            let rest = example.newAnswer == .fallback ? ", so the fallback serves" : ""
            guard let singular = to.verb(is: "is"), let plural = to.verb(is: "are") else {
                let words = "no longer has a route (was \(from.words))"
                let all = "no longer have a route"
                return [
                    .init(
                        kind: .lost, text: words + (rest.isEmpty ? "" : rest + " it"),
                        plural: all + (rest.isEmpty ? "" : rest + " them"))
                ]
            }
            let end = to.leadsOn ? ", where the example request has no route" : ""
            return [
                .init(kind: .lost, text: "\(singular)\(end) (was \(from.words))", plural: plural + end)
            ]
        }
        // Nothing answered the requests before, or the interceptor itself has changed: see the interceptors.
        if example.oldAnswer == .nothing || from.words.exact == to.words.exact || sameEnd(found) { return [] }
        return [.init(kind: .moved, text: "\(from.words) -> \(to.words)", plural: "change destination")]
    }

    /// Whether an interceptor with the same id ends the requests in both sets.
    private func sameEnd(_ found: TableChange) -> Bool {
        guard let one = found.ends?.old, let other = found.ends?.new else { return false }
        return old.set.interceptors[one].id.value == new.set.interceptors[other].id.value
    }

    /// What happens to the requests at their own URL.
    private enum Step {
        case server(String)
        case rewrite(by: String, to: String)
        case reject(by: String)
        case forward(by: String, to: String)

        var leadsOn: Bool {
            switch self {
            case .rewrite, .forward: true
            case .server, .reject: false
            }
        }

        var words: String { if case .server(let name) = self { name } else { verb(is: nil) ?? "" } }

        /// Returns `is rewritten to /x by 'id'`; `nil` for a server.
        ///
        /// - Parameter word: `nil` to leave it out.
        func verb(is word: String?) -> String? {
            let word = word.map { $0 + " " } ?? ""
            return switch self {
            case .server: nil
            case .rewrite(let id, let target): "\(word)rewritten to \(target) by '\(id)'"
            case .reject(let id): "\(word)rejected by '\(id)'"
            case .forward(let id, let target): "\(word)forwarded to \(target) by route '\(id)'"
            }
        }
    }

    private func step(_ found: TableChange, _ side: TableChange.Side) -> Step {
        let set = self[side].set
        if let number = side == .old ? found.ends?.old : found.ends?.new {
            let interceptor = set.interceptors[number]
            let id = interceptor.id.value
            return interceptor.action.target.map { .rewrite(by: id, to: $0.target.text) } ?? .reject(by: id)
        }
        let server = side == .old ? found.old : found.new
        if let route = server.place.map({ set.routes[$0.route] }), case .forward(let target) = route.destination {
            return .forward(by: route.id.value, to: target.target.text)
        }
        return .server(self.server(server, side).words)
    }
}
