package import ArgumentParser
import SystemPackage
package import WaybillCommandSupport

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

/// A verb of a fleet. `waybill` becomes `waybill-fleet` for it, which parses the same verb and does the work.
package protocol FleetVerb: Verb {
    static var name: String { get }
}

extension FleetVerb {
    package func perform() throws { try Companion.fleet.run(Self.name, passesVerb: true) }
}

package struct FleetPush: FleetVerb {
    package static let name = "push"

    package static let configuration = CommandConfiguration(
        commandName: name, abstract: FleetPushOptions.abstract, discussion: FleetPushOptions.discussion)

    @OptionGroup package var options: FleetPushOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}

package struct FleetRollout: FleetVerb {
    package static let name = "rollout"

    package static let configuration = CommandConfiguration(
        commandName: name, abstract: FleetRolloutOptions.abstract, discussion: FleetRolloutOptions.discussion)

    @OptionGroup package var options: FleetRolloutOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}

package struct FleetStatus: FleetVerb {
    package static let name = "fleet"

    package static let configuration = CommandConfiguration(
        commandName: name, abstract: FleetStatusOptions.abstract, discussion: FleetStatusOptions.discussion)

    @OptionGroup package var options: FleetStatusOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}

package struct FleetRollback: FleetVerb {
    package static let name = "rollback"

    package static let configuration = CommandConfiguration(
        commandName: name, abstract: FleetRollbackOptions.abstract, discussion: FleetRollbackOptions.discussion)

    @OptionGroup package var options: FleetRollbackOptions

    @OptionGroup package var output: OutputOptions

    package init() {}
}
