import Foundation
import WaybillTestSupport

/// One run of the real executable with its cost, as the system accounts for the child.
///
/// On Linux the child's memory is limited to what it may use, so a larger allocation fails and traps. (The peak memory
/// of a child would start with that of this process, which is larger.)
struct MeasuredRun {
    /// `nil` if a signal ended it: a trap, or the watchdog.
    let status: Int32?
    /// The processor time on all cores together. The elapsed time says nothing on a busy machine.
    let cpuSeconds: Double
    /// The output; only the beginning of a very long one.
    let output: String

    private static let maximumMebibytes = 256
    /// More seconds than any run takes on the busiest machine. A process that waits for a pipe waits forever.
    private static let watchdogSeconds = 60

    init(_ arguments: [String], in folder: URL) throws {
        #if os(Linux)
            let limit = "ulimit -d \(Self.maximumMebibytes << 10) && "
        #else
            let limit = ""
        #endif
        // The shell sets its own limit, and is then replaced by the program, in the same process.
        let shell = ["/bin/sh", "-c", limit + #"exec "$0" "$@" 2>&1"#, CommandRun.executable.path]
        let run = try ProgramRun(
            shell + arguments, in: folder, environment: [:], outputLimit: 65_536,
            watchdog: .seconds(Self.watchdogSeconds))
        status = run.end.status
        cpuSeconds = run.end.cpuSeconds
        output = run.output
    }
}
