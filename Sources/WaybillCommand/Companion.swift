import ArgumentParser
import SystemPackage
import WaybillCommandSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A program beside `waybill` that some of its verbs become, so that `waybill` itself links no library for HTTP, and starts and
/// builds as fast as before.
enum Companion: String {
    case inspect = "waybill-inspect"
    case fleet = "waybill-fleet"

    /// Becomes the program, which reads the same arguments; they are valid.
    ///
    /// - Parameters:
    ///   - verb: The verb of this command.
    ///   - passesVerb: Whether the program needs it, too.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func run(_ verb: String, passesVerb: Bool) throws -> Never {
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

struct Inspect: Verb {
    static let configuration = CommandConfiguration(
        abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

    @OptionGroup var options: InspectOptions

    @OptionGroup var output: OutputOptions

    func perform() throws { try Companion.inspect.run("inspect", passesVerb: false) }
}

struct Push: Verb {
    static let configuration = CommandConfiguration(
        abstract: FleetPushOptions.abstract, discussion: FleetPushOptions.discussion)

    @OptionGroup var options: FleetPushOptions

    @OptionGroup var output: OutputOptions

    func perform() throws { try Companion.fleet.run("push", passesVerb: true) }
}

struct Rollout: Verb {
    static let configuration = CommandConfiguration(
        abstract: FleetRolloutOptions.abstract, discussion: FleetRolloutOptions.discussion)

    @OptionGroup var options: FleetRolloutOptions

    @OptionGroup var output: OutputOptions

    func perform() throws { try Companion.fleet.run("rollout", passesVerb: true) }
}

struct Rollback: Verb {
    static let configuration = CommandConfiguration(
        abstract: FleetRollbackOptions.abstract, discussion: FleetRollbackOptions.discussion)

    @OptionGroup var options: FleetRollbackOptions

    @OptionGroup var output: OutputOptions

    func perform() throws { try Companion.fleet.run("rollback", passesVerb: true) }
}

struct FleetStatus: Verb {
    static let configuration = CommandConfiguration(
        commandName: "fleet", abstract: FleetStatusOptions.abstract, discussion: FleetStatusOptions.discussion)

    @OptionGroup var options: FleetStatusOptions

    @OptionGroup var output: OutputOptions

    func perform() throws { try Companion.fleet.run("fleet", passesVerb: true) }
}
