/// A destination that was removed and is still there, or is gone at last.
public struct LeakReport: Sendable, Hashable {
    public enum Finding: Sendable, Hashable { case alive, reclaimed }

    public let moduleID: String
    /// The type of the destination.
    public let type: String
    public let finding: Finding
}

extension Router {
    /// After a removal: looks after a while whether the destination is gone, and goes on looking until it is.
    func watchForLeak(of destination: any Sendable, from module: BoundModule) {
        guard let check = options.leakCheck, module.instance == nil, type(of: destination) is AnyClass else { return }
        let watched = WeakReference(destination)
        let type = "\(type(of: destination))"
        let clock = options.clock
        Task {
            var finding: LeakReport.Finding?
            while (try? await clock.sleep(for: check.delay)) != nil {
                let isAlive = watched.value != nil
                if isAlive, finding == nil {
                    finding = .alive
                    check.report(LeakReport(moduleID: module.id, type: type, finding: .alive))
                }
                guard !isAlive else { continue }
                if finding != nil { check.report(LeakReport(moduleID: module.id, type: type, finding: .reclaimed)) }
                return
            }
        }
    }
}
