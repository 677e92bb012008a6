import Foundation

/// `waybill check` as a user runs it, against libyaml's events of the same bytes, and against yamllint.
///
/// The processor time is compared: for the command that of its process, user and system on all cores, including reading
/// the files; for libyaml that of one thread here that reads the events from memory and discards them. The command is
/// the one that `WAYBILL` names, a release build, or `waybill` on the path. If it or yamllint is missing, the line
/// reports that.
struct CheckCommand {
    static func claims() throws -> [Claim] {
        guard let waybill = executable("waybill", or: ProcessInfo.processInfo.environment["WAYBILL"]) else {
            return [leftOut("waybill check", "no 'waybill' on the path; WAYBILL names one")]
        }
        let (many, one) = (ManifestWorkload(routes: 10_000, files: 200), ManifestWorkload(routes: 10_000, files: 1))
        var claims = [
            // Measured first, while this process is small.
            try memory(many, waybill),
            try claim("cold", many, waybill, goal: "none"),
            try claim("cold", one, waybill, goal: "none"),
        ]
        if let yamllint = executable("yamllint", or: nil) {
            claims.append(try againstYAMLLint(one, waybill, yamllint))
        } else {
            claims.append(leftOut("waybill check against yamllint", "no 'yamllint' on the path"))
        }
        return claims
    }

    private static func leftOut(_ name: String, _ reason: String) -> Claim {
        Claim(name: name, figure: "left out: \(reason)", goal: "none")
    }

    private static func name(_ kind: String, _ workload: ManifestWorkload) -> String {
        let files = workload.texts.count
        return "waybill check, \(kind), \(workload.routes) routes in \(files) file\(files == 1 ? "" : "s")"
    }

    /// The maximum memory of any of the runs.
    private static func memory(_ workload: ManifestWorkload, _ waybill: URL) throws -> Claim {
        let name = "\(name("cold", workload)), memory"
        try workload.withFolder { folder in
            for _ in 0..<rounds { _ = try ChildRun(waybill, ["check", "."], in: folder) }
        }
        let (most, own) = (ChildRun.peakBytesOfChildren, ChildRun.peakBytesOfParent)
        // A child begins as a copy of its parent, whose peak is counted as its own.
        guard most > own else { return leftOut(name, "this process took \(mebibytes(own)) MiB; run this group alone") }
        let input = workload.texts.map(\.text.utf8.count).reduce(0, +)
        return Claim(
            name: name, figure: "\(mebibytes(most)) MiB at most in \(rounds) runs", ratio: Double(most) / Double(input),
            peer: "the manifests' \(input) bytes", goal: "at most 25")
    }

    private static func mebibytes(_ bytes: Int) -> Double { tenths(Double(bytes) / 1_048_576) }

    /// The medians of rounds in which both sides alternate.
    private static func claim(
        _ kind: String, _ workload: ManifestWorkload, _ waybill: URL, goal: String
    ) throws -> Claim {
        let texts = workload.texts.map { Array($0.text.utf8) }
        var (own, peer): ([Double], [Double]) = ([], [])
        try workload.withFolder { folder in
            for _ in 0..<rounds {
                own.append(try ChildRun(waybill, ["check", "."], in: folder).milliseconds)
                peer.append(
                    threadMilliseconds { for text in texts { precondition(LibYAMLEvents.count(in: text) > 0) } })
            }
        }
        let (median, other) = (own.sorted()[rounds / 2], peer.sorted()[rounds / 2])
        return Claim(
            name: name(kind, workload), figure: "\(tenths(median)) ms of processor time", ratio: median / other,
            peer: "libyaml's events on one core, from memory, \(tenths(other)) ms", goal: goal)
    }

    private static func againstYAMLLint(_ workload: ManifestWorkload, _ waybill: URL, _ yamllint: URL) throws -> Claim {
        var (own, peer): ([Double], [Double]) = ([], [])
        try workload.withFolder { folder in
            for _ in 0..<3 {
                own.append(try ChildRun(waybill, ["check", "."], in: folder).milliseconds)
                // yamllint reports style problems of the file, which is not a failure here.
                peer.append(try ChildRun(yamllint, ["."], in: folder, mayFind: true).milliseconds)
            }
        }
        let (median, other) = (own.sorted()[1], peer.sorted()[1])
        return Claim(
            name: name("cold", workload), figure: "\(tenths(median)) ms of processor time", ratio: median / other,
            peer: "yamllint, \(tenths(other)) ms", goal: "none")
    }

    private static let rounds = 15

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

    /// The named command, or the first one on the path.
    private static func executable(_ name: String, or path: String?) -> URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let paths = path.map { [$0] } ?? folders.map { "\($0)/\(name)" }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(fileURLWithPath: $0).standardizedFileURL }
    }

    /// The processor time of this thread.
    private static func threadMilliseconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)  // a local out parameter
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        }
        let start = now()
        body()
        return now() - start
    }
}

/// A run of another program, with its processor time.
private struct ChildRun {
    let milliseconds: Double

    /// - Parameter mayFind: Whether exit status 1 is accepted too.
    init(_ program: URL, _ arguments: [String], in folder: String, mayFind: Bool = false) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let before = Self.millisecondsOfChildren
        try process.run()
        process.waitUntilExit()
        milliseconds = Self.millisecondsOfChildren - before
        let isRight = process.terminationStatus == 0 || mayFind && process.terminationStatus == 1
        precondition(isRight, "\(program.path) \(arguments) ended with \(process.terminationStatus)")
    }

    /// The processor time of all ended children, which run one after the other.
    private static var millisecondsOfChildren: Double {
        let usage = usage(of: children)
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    /// The maximum memory of any ended child.
    static var peakBytesOfChildren: Int { peakBytes(of: children) }
    static var peakBytesOfParent: Int { peakBytes(of: parent) }

    private static func peakBytes(of processes: Int32) -> Int {
        #if canImport(Darwin)
            usage(of: processes).ru_maxrss
        #else
            usage(of: processes).ru_maxrss * 1024
        #endif
    }

    private static func usage(of processes: Int32) -> rusage {
        var usage = rusage()
        _ = unsafe getrusage(processes, &usage)  // a local out parameter
        return usage
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }

    // `RUSAGE_CHILDREN` and `RUSAGE_SELF`, which C libraries declare in different ways.
    private static let children: Int32 = -1
    private static let parent: Int32 = 0
}
