import Foundation
import WaybillTestSupport

/// One run of the real executable with what it cost, from the system's own account of the child.
///
/// On Linux it gets no more memory than it may use: what asks for more is given none, and traps. (The peak in a child's
/// account would begin with that of this process, which is larger.)
struct MeasuredRun {
    /// `nil` where a signal ended it: a trap, or the watchdog.
    let status: Int32?
    /// On all cores together. The machine may be busy with other things, so the time on the wall says nothing.
    let cpuSeconds: Double
    /// What was printed, of a very long text the beginning.
    let output: String

    private static let mostMebibytes = 256
    /// Longer than any run may take on the busiest machine; what waits for a pipe waits for ever.
    private static let watchdogSeconds = 60

    init(_ arguments: [String], in folder: URL) throws {
        #if os(Linux)
            let limit = "ulimit -d \(Self.mostMebibytes << 10) && "
        #else
            let limit = ""
        #endif
        // The shell limits itself, and then is the program: the same process.
        let shell = ["/bin/sh", "-c", limit + #"exec "$0" "$@" 2>&1"#, CommandRun.executable.path]
        let run = try ProgramRun(
            shell + arguments, in: folder, environment: [:], outputLimit: 65_536,
            watchdog: .seconds(Self.watchdogSeconds))
        status = run.end.status
        cpuSeconds = run.end.cpuSeconds
        output = run.output
    }
}
