import WaybillManifest
package import WaybillSyntax

/// Files that survive a failure of the machine.
package enum DurableFile {
    package typealias Step = FileReplacement.Step

    /// The ending of a file that is being written: after a crash it is left over.
    package static let suffix = ".part"

    /// Replaces a file whole: a reader gets the old file or the new one, also after a failure of the machine. Only the owner
    /// may read it, because there may be secrets in it.
    ///
    /// - Parameter beforeStep: Called before each step. If it throws, the replacement ends there.
    package static func replace(
        _ path: String, with bytes: [UInt8], beforeStep: (Step) throws -> Void = { _ in }
    ) throws {
        try FileReplacement(durable: path, suffix: suffix).run(bytes, beforeStep: beforeStep)
    }
}
