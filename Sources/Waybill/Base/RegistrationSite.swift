/// The line of Swift code that registered a name, for messages.
@usableFromInline
package struct RegistrationSite: Sendable, CustomStringConvertible {
    var fileID: String
    var line: Int

    @usableFromInline
    package init(fileID: String, line: Int) {
        self.fileID = fileID
        self.line = line
    }

    @usableFromInline package var description: String { "\(fileID):\(line)" }
}
