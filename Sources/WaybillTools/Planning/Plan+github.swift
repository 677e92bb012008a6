import WaybillManifest
import WaybillSyntax

extension Plan {
    /// Returns workflow commands, which GitHub turns into annotations at the new route, or at the old one if there is
    /// no new one.
    ///
    /// - Parameter folder: The folder to which paths below it are relative.
    public func github(_ policy: PlanPolicy = PlanPolicy(), folder: String? = nil) -> String {
        let commands = changes.map { change in
            let server = change.new.file == nil ? change.old : change.new
            let text = "\(change.requests[0].words()): \(change.effects.map(\.text).joined(separator: "; "))"
            return Self.command(
                policy.breaks(change.rules) ? .error : change.severity, change.rules.first, server,
                "\(text)\nexample: \(change.requests[0].witnessWords)", folder)
        }
        let wholes = problems.map { problem in
            Self.command(
                policy.breaks([problem.rule]) ? .error : problem.rule.severity, problem.rule, nil, problem.message,
                folder)
        }
        let unknown = undecided.map { Self.command(.warning, nil, nil, "not decided: \($0)", folder) }
        return (wholes + commands + unknown).joined() + summaryLine(policy) + "\n"
    }

    private static func command(
        _ severity: Severity, _ rule: Rule?, _ server: PlannedChange.Server?, _ message: String, _ folder: String?
    ) -> String {
        let lines = message.split(separator: "\n").map { String($0).safeOnScreen }
        var place: [(String, String)] = []
        if let file = server?.file, let position = server?.position {
            place = [
                ("file", PortablePath.of(file, below: folder)), ("line", "\(position.line)"),
                ("col", "\(position.column)"),
            ]
        }
        return GitHubCommand(
            severity: severity, title: rule?.description ?? "waybill plan", message: lines.joined(separator: "\n"),
            place: place
        ).line
    }
}
