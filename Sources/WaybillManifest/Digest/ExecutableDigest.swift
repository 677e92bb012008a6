import WaybillSyntax

#if !os(Linux)
    import Foundation
#endif

/// The identity of a build of a program: the SHA-256 of its executable, as 64 hexadecimal digits.
package enum ExecutableDigest {
    /// The digest of the running program, read once; `nil` if it cannot be read.
    package static let current: String? = of(executable: runningPath)

    /// Returns the digest of the executable at a path.
    package static func of(executable path: String) -> String? {
        var hash = SHA256()
        guard (try? FileSystem.readPieces(of: path) { hash.update($0) }) != nil else { return nil }
        return hash.finalize().hexadecimal
    }

    private static var runningPath: String {
        #if os(Linux)
            // Leads to the running file, even if another one has its path now.
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        #endif
    }
}
