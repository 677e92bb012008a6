import Foundation

/// A temporary folder, removed at the end of the test.
struct TemporaryFolder {
    let path: String

    func write(_ name: String, _ text: String) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// A sparse file of only NULs, which takes no space on the disk.
    func write(_ name: String, byteCount: Int) throws {
        try write(name, "")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/" + name))
        try file.truncate(atOffset: UInt64(byteCount))
        try file.close()
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func relative(_ found: String) -> String { String(found.dropFirst(path.count + 1)) }
}

func withFolder(_ body: (TemporaryFolder) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(TemporaryFolder(path: path))
}
