import Synchronization
import Waybill

/// Opens URLs through one interceptor, and records what it does.
struct InterceptorTrials {
    private let router: Router

    init(_ name: String, _ configuration: String?, _ registry: Registry, _ limit: Duration) throws(ManifestErrors) {
        router = try Router(interceptor: name, with: configuration, timeout: limit, registry: registry) {
            // After a redirect, a different request arrives.
            if $0.hops.isEmpty { Record.current?.trial.withLock { $0.passesOn = true } }
        }
    }

    func open(_ url: String) async -> Trial {
        // One for each open, because an interceptor may decide after its open is over.
        let record = Record()
        do {
            _ = try await Record.$current.withValue(record) {
                try await SecondDecisions.$listener.withValue(record.note) { try await router.open(url) }
            }
        } catch { record.trial.withLock { $0.error = error } }
        return record.trial.withLock(\.self)
    }

    private final class Record: Sendable {
        @TaskLocal static var current: Record?

        let trial = Mutex(Trial())

        @Sendable func note(_ secondDecision: RoutingError) {
            trial.withLock { $0.secondDecision = secondDecision }
        }
    }

    /// The behavior of an interceptor for one URL.
    struct Trial: Sendable {
        fileprivate(set) var passesOn = false
        fileprivate(set) var secondDecision: RoutingError?
        fileprivate(set) var error: (any Error)?

        var problemOfPassing: String? {
            if let secondDecision { return "\(secondDecision)" }
            let thrown = error.map { ": \($0)" } ?? ""
            if !passesOn { return "it does not call 'next'" + thrown }
            return error == nil ? nil : "it calls 'next', and then throws" + thrown
        }

        func problemOfStopping(_ isRefusal: (any Error) -> Bool) -> String? {
            if let secondDecision { return "\(secondDecision)" }
            if passesOn { return "it calls 'next'" }
            guard let error, !isRefusal(error) else { return nil }
            return "it throws an error that is not a refusal: \(error)"
        }
    }
}
