import SystemPackage
import WaybillCommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A program beside `waybill` that some of its verbs become, so that `waybill` itself links no library for HTTP, and starts and
/// builds as fast as before.
package enum Companion: String {
    case inspect = "waybill-inspect"
    case fleet = "waybill-fleet"

    /// Becomes the program, which reads the same arguments; they are valid.
    ///
    /// - Parameters:
    ///   - verb: The verb of this command.
    ///   - passesVerb: Whether the program needs it, too.
    /// - Throws: The exit status, after the reason is printed to standard error.
    package func run(_ verb: String, passesVerb: Bool) throws -> Never {
        let program = Self.folder + rawValue
        let arguments = CommandLine.arguments.dropFirst().drop { $0 != verb }.dropFirst(passesVerb ? 0 : 1)
        let problem = Errno(rawValue: System.become(program, arguments: [program] + arguments))
        throw Output.failure(
            problem == .noSuchFileOrDirectory
                ? "'\(verb)' needs the program '\(rawValue)' in the folder of 'waybill': '\(program)' does not exist"
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
