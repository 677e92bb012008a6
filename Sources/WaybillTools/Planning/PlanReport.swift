import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// The JSON of `waybill plan --format json`, which `Schemas/plan.schema.json` describes.
package struct PlanReport: Encodable {
    private let plan: Plan
    private let policy: PlanPolicy
    private let sources: (old: String, new: String)

    /// - Parameters:
    ///   - old: The name of the old set.
    ///   - new: The name of the new set.
    package init(_ plan: Plan, _ policy: PlanPolicy, old: String, new: String) {
        self.plan = plan
        self.policy = policy
        sources = (old, new)
    }

    private enum Key: String, CodingKey {
        case version, old, new, breaking, changes
        case problems = "findings"
        case undecided, summary
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .version)
        try container.encode(["source": sources.old, "digest": plan.oldDigest], forKey: .old)
        try container.encode(["source": sources.new, "digest": plan.newDigest], forKey: .new)
        try container.encode(plan.isBreaking(policy), forKey: .breaking)
        try container.encode(plan.changes.map { Change(change: $0, policy: policy) }, forKey: .changes)
        try container.encode(
            plan.problems.map {
                Problem(
                    rule: $0.rule.id, severity: $0.rule.severity.rawValue, breaking: policy.breaks([$0.rule]),
                    message: $0.message)
            }, forKey: .problems)
        try container.encode(plan.undecided, forKey: .undecided)
        let breaking =
            plan.changes.count { policy.breaks($0.rules) } + plan.problems.count { policy.breaks([$0.rule]) }
        let summary = [
            "breaking": breaking, "changes": plan.changes.count, "findings": plan.problems.count,
            "undecided": plan.undecided.count,
        ]
        try container.encode(summary, forKey: .summary)
    }

    private struct Problem: Encodable {
        var rule: String
        var severity: String
        var breaking: Bool
        var message: String
    }

    private struct Change: Encodable {
        var change: PlannedChange
        var policy: PlanPolicy

        private enum Key: String, CodingKey {
            case kinds, rules, severity, breaking, summary, old, new, interceptors, requests
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(change.effects.map(\.kind.rawValue), forKey: .kinds)
            try container.encode(change.rules.map(\.id), forKey: .rules)
            try container.encode(change.severity.rawValue, forKey: .severity)
            try container.encode(policy.breaks(change.rules), forKey: .breaking)
            try container.encode(change.effects.map(\.text).joined(separator: "; "), forKey: .summary)
            try container.encode(Server(server: change.old), forKey: .old)
            try container.encode(Server(server: change.new), forKey: .new)
            try container.encode(
                InterceptorChanges(
                    lost: change.lostInterceptors, gained: change.gainedInterceptors, reordered: change.isReordered),
                forKey: .interceptors)
            try container.encode(change.requests.map { Requests(requests: $0) }, forKey: .requests)
        }
    }

    private struct InterceptorChanges: Encodable {
        var lost: [String]
        var gained: [String]
        var reordered: Bool
    }

    private struct Server: Encodable {
        var server: PlannedChange.Server

        private enum Key: String, CodingKey { case route, target, file, line, column }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(server.route, forKey: .route)
            try container.encode(server.target, forKey: .target)
            try container.encode(server.file, forKey: .file)
            try container.encode(server.position?.line, forKey: .line)
            try container.encode(server.position?.column, forKey: .column)
        }
    }

    private struct Requests: Encodable {
        var requests: PlannedChange.Requests

        private enum Key: String, CodingKey {
            case pattern, within, except, exceptions, methods, withoutMethods, views, witness
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(requests.pattern, forKey: .pattern)
            try container.encode(requests.within, forKey: .within)
            try container.encode(requests.except, forKey: .except)
            try container.encode(requests.exceptions.map { Exception(exception: $0) }, forKey: .exceptions)
            try container.encode(requests.methods, forKey: .methods)
            try container.encode(requests.withoutMethods, forKey: .withoutMethods)
            try container.encode(Views(views: requests.views), forKey: .views)
            try container.encode(
                Witness(url: requests.witness.url, method: requests.witness.method, tags: requests.tags),
                forKey: .witness)
        }
    }

    private struct Exception: Encodable {
        var exception: PlannedChange.Exception

        private enum Key: String, CodingKey { case pattern, methods, views }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(exception.pattern, forKey: .pattern)
            try container.encode(exception.methods, forKey: .methods)
            try container.encode(Views(views: exception.views), forKey: .views)
        }
    }

    private struct Views: Encodable {
        var views: ViewSet

        private enum Key: String, CodingKey { case plain, tags }
        private enum TagKey: String, CodingKey { case anyOf, without }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(views.isPlain, forKey: .plain)
            guard let tagged = views.tagged else { return try container.encodeNil(forKey: .tags) }
            var tags = container.nestedContainer(keyedBy: TagKey.self, forKey: .tags)
            try tags.encode(tagged.hits.map { $0.sorted() }, forKey: .anyOf)
            try tags.encode(tagged.excluded.sorted(), forKey: .without)
        }
    }

    private struct Witness: Encodable {
        var url: String
        var method: String?
        var tags: [String]?

        private enum Key: String, CodingKey { case url, method, tags }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(url, forKey: .url)
            try container.encode(method, forKey: .method)
            try container.encode(tags, forKey: .tags)
        }
    }
}
