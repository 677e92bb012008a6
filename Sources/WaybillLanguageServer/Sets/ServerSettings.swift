package import WaybillRules

/// What a server gets from the process that runs it.
package struct ServerSettings: Sendable {
    /// The values for `${NAME}`.
    package var environment: [String: String]
    package var today: @Sendable () -> CalendarDay?
    /// Writes a line for people, never to the client's stream.
    package var log: @Sendable (String) -> Void
    /// Whether a process of the system exists.
    package var isRunning: @Sendable (_ process: Int) -> Bool
    /// Compiles what a commit of git has at the place of a folder.
    package var compileCommit: @Sendable (_ commit: String, _ folder: String) throws(CommitProblem) -> Compilation
    /// How long a change waits for further ones.
    package var pause: Duration = .milliseconds(100)
    /// How often the disk is compared with the last reading.
    package var watchInterval: Duration = .seconds(1)

    package init(
        environment: [String: String] = [:], today: @escaping @Sendable () -> CalendarDay? = { nil },
        log: @escaping @Sendable (String) -> Void = { _ in },
        isRunning: @escaping @Sendable (Int) -> Bool = { _ in true },
        compileCommit: @escaping @Sendable (String, String) throws(CommitProblem) -> Compilation = {
            (commit, _) throws(CommitProblem) in throw CommitProblem(message: "'\(commit)' is not known here")
        }
    ) {
        self.environment = environment
        self.today = today
        self.log = log
        self.isRunning = isRunning
        self.compileCommit = compileCommit
    }
}

/// The reason why the state of a commit is not known.
package struct CommitProblem: Error, Sendable {
    package var message: String

    package init(message: String) { self.message = message }
}
