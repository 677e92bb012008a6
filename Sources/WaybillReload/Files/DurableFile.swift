import WaybillManifest
package import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files that survive a crash of the machine.
package enum DurableFile {
    package typealias Step = FileReplacement.Step

    /// The ending of a file that is being written. A crash may leave it behind.
    package static let suffix = ".part"

    /// Replaces a file atomically: a reader gets the old file or the new one, also after a crash of the machine. Only
    /// the owner may read it, because it may contain secrets.
    ///
    /// - Parameter beforeStep: Called before each step. If it throws, the replacement ends there.
    package static func replace(
        _ path: String, with bytes: [UInt8], beforeStep: (Step) throws -> Void = { _ in }
    ) throws {
        try FileReplacement(durable: path, suffix: suffix).run(bytes, beforeStep: beforeStep)
    }

    /// Removes files that crashes left beside a file. Files younger than an hour may be in use by another process.
    static func removeLeftovers(of path: String, now: Date = Date()) {
        let file = URL(filePath: path)
        let folder = file.deletingLastPathComponent().path
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(file.lastPathComponent + ".") && name.hasSuffix(suffix) {
            let leftover = "\(folder)/\(name)"
            let changed = try? FileManager.default.attributesOfItem(atPath: leftover)[.modificationDate] as? Date
            guard let changed, now.timeIntervalSince(changed) > 3600 else { continue }
            try? FileManager.default.removeItem(atPath: leftover)
        }
    }
}
