package import ArgumentParser

/// The exit statuses, everywhere.
package enum Status: Int32 {
    case findings = 1
    case wrongUsage = 2
    case failure = 3
    /// Something changes and nothing breaks, for who asks for it.
    case changed = 4

    package var exit: ExitCode { ExitCode(rawValue) }
}
