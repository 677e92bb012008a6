import SystemPackage

/// The reason why a file cannot be read, and what to do about it. The reason continues a sentence that begins with the
/// path.
package struct FileProblem: Error, Hashable {
    package var reason: String
    package var help: String
    package var isMissing = false
    package var isTooLarge = false

    package static let linkToNothing = FileProblem(
        reason: "is a broken link", help: "delete it, or make it point to a file")
    package static let linkToElsewhere = FileProblem(
        reason: "is a link that leads out of the set", help: "to follow it, pass the path of the link too")
    static let unnamed = FileProblem(
        reason: "has a name that is not UTF-8", help: "rename it: '\u{FFFD}' shows such a byte")
    static let unnamedFolder = FileProblem(
        reason: "is a folder with a name that is not UTF-8, and is not searched", help: unnamed.help)
    static let tooLarge = FileProblem(reason: "is over the limit", help: "split it", isTooLarge: true)
}

extension FileProblem {
    init(notAFile type: FileType) {
        self.init(reason: "is \(type.name), not a file", help: "replace it by a manifest")
    }

    init(_ error: Errno) {
        switch error {
        case .noSuchFileOrDirectory:
            self.init(reason: "does not exist", help: "check the path", isMissing: true)
        case .permissionDenied, .notPermitted:
            self.init(reason: "cannot be read: permission denied", help: "grant read permission")
        case .tooManySymbolicLinkLevels:
            self.init(reason: "is a link to itself", help: "make the link point to a file")
        case .notDirectory:
            self.init(reason: "is below something that is not a folder", help: "check the path", isMissing: true)
        case .fileNameTooLong:
            self.init(reason: "is too long", help: "check the path")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            self.init(reason: "cannot be opened: too many files are open", help: "close some")
        default:
            self.init(reason: "cannot be read (\(error))", help: "check the file system")
        }
    }
}
