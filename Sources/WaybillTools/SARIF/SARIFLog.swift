/// The part of SARIF 2.1.0 that reports use, under the names of the standard.
struct SARIFLog: Encodable {
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let version = "2.1.0"
    var runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case version, runs
        case schema = "$schema"
    }

    struct Run: Encodable {
        var tool: Tool
        var invocations: [Invocation]
        /// Relative paths begin at the working folder of the run, which only the consumer knows.
        var originalUriBaseIds = [ArtifactLocation.root: BaseFolder()]
        let columnKind = "utf16CodeUnits"
        let newlineSequences = ["\r\n", "\n", "\r"]
        var results: [Result]
    }

    struct BaseFolder: Encodable {
        var description = Message("The folder that waybill ran in.")
    }

    struct Tool: Encodable {
        var driver: Driver
    }

    struct Driver: Encodable {
        let name = "waybill"
        let semanticVersion = WaybillVersion.current
        var rules: [Descriptor]
    }

    struct Descriptor: Encodable {
        var id: String
        var name: String
        var shortDescription: Message
        var fullDescription: Message
        var help: Help
        var defaultConfiguration: Configuration
    }

    struct Help: Encodable {
        var text: String
        var markdown: String
    }

    struct Configuration: Encodable {
        var level: Level
    }

    enum Level: String, Encodable { case error, warning, note }

    struct Message: Encodable {
        var text: String

        init(_ text: String) { self.text = text }
    }

    struct Invocation: Encodable {
        var executionSuccessful: Bool
        /// Absent if there are no notifications.
        var toolExecutionNotifications: [Notification]?
    }

    struct Notification: Encodable {
        var level: Level
        var message: Message
    }

    struct Result: Encodable {
        var ruleId: String
        var ruleIndex: Int
        var level: Level
        var message: Message
        var locations: [Location]
        var relatedLocations: [Location]?
        var partialFingerprints: [String: String]
        var fixes: [Fix]?
        var properties: Properties?
    }

    struct Properties: Encodable {
        var witness: String?
        var suggestions: [String]?
    }

    struct Location: Encodable {
        var id: Int?
        var physicalLocation: PhysicalLocation
        var message: Message?
    }

    struct PhysicalLocation: Encodable {
        var artifactLocation: ArtifactLocation
        var region: Region
    }

    struct ArtifactLocation: Encodable {
        static let root = "%SRCROOT%"

        var uri: String
        var uriBaseId: String?
    }

    struct Region: Encodable {
        var startLine: Int
        var startColumn: Int
        var endLine: Int
        var endColumn: Int
        /// Never empty, because consumers reject an empty snippet.
        var snippet: Message?
    }

    struct Fix: Encodable {
        var description: Message
        var artifactChanges: [Change]
        var properties: Safety

        struct Safety: Encodable {
            var safe: Bool
        }
    }

    struct Change: Encodable {
        var artifactLocation: ArtifactLocation
        var replacements: [Replacement]
    }

    struct Replacement: Encodable {
        var deletedRegion: Region
        var insertedContent: Message
    }
}
