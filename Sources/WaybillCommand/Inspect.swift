import ArgumentParser
import SystemPackage
import WaybillCommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Becomes the program `waybill-inspect`, so that `waybill` itself links no HTTP server, and starts and builds as fast
/// as before.
struct Inspect: Verb {
    static let configuration = CommandConfiguration(
        abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

    @OptionGroup var options: InspectOptions

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let program = Self.folder + "waybill-inspect"
        // The program reads the same arguments, which are valid.
        let arguments = CommandLine.arguments.dropFirst().drop { $0 != "inspect" }.dropFirst()
        let problem = Errno(rawValue: System.become(program, arguments: [program] + arguments))
        throw Output.failure(
            problem == .noSuchFileOrDirectory
                ? "'inspect' needs the program 'waybill-inspect' in the folder of 'waybill': '\(program)' does not exist"
                : "cannot start '\(program)': \(problem)")
    }

    /// The folder of this program, with a slash. Links to the program are followed.
    private static var folder: String {
        let path = ProcessInfo.processInfo.arguments[0]
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? path
        #else
            let own = Bundle.main.executablePath ?? path
        #endif
        return own.lastIndex(of: "/").map { String(own[...$0]) } ?? "./"
    }
}
