/// A path below a folder, such as the value of a `**path`: names joined by `/`, none of which leads out of the folder.
///
/// The value of a capture may contain `..` and `/`, because `%2F` is not a separator of segments (law 2). A handler that
/// serves files reads it as this type:
///
/// ```swift
/// let path = try request.parameters.require("path", as: RelativePath.self)
/// return try await files.open("/srv/www/" + path.text)
/// ```
///
/// It does not follow links.
public struct RelativePath: LosslessStringConvertible, Sendable, Hashable {
    /// The names joined by `/`.
    public let text: String

    /// Reads a path. One `/` at its end is dropped.
    ///
    /// - Returns: `nil` if a name is empty, `.` or `..`, or contains a backslash, a colon or a control character.
    public init?(_ description: String) {
        var names = description.split(separator: "/", omittingEmptySubsequences: false)
        if names.count > 1, names.last?.isEmpty == true { names.removeLast() }
        guard names.allSatisfy(Self.isName) else { return nil }
        text = names.joined(separator: "/")
    }

    public var description: String { text }

    /// A colon names a drive or a stream on some systems.
    private static func isName(_ name: Substring) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: ":") }
    }
}
