package import ArgumentParser

/// The exit statuses of all verbs.
package enum Status: Int32 {
    case problems = 1
    case wrongUsage = 2
    case failure = 3
    /// Something changes and nothing breaks, if this status is requested.
    case changed = 4

    package var exit: ExitCode { ExitCode(rawValue) }
}
