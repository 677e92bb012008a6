package import ArgumentParser
import WaybillSyntax

/// The formats of a verb.
package protocol OutputFormat: RawRepresentable<String>, CaseIterable {
    /// The format if none is requested.
    static var usual: Self { get }

    /// The same in a job of GitHub Actions; `nil` for the usual one.
    static var onGitHub: Self? { get }

    /// The same if `WAYBILL_FORMAT` is `agent`; `nil` for the usual one. Jobs of CI keep their own format.
    static var forAgents: Self? { get }
}

extension OutputFormat {
    package static var onGitHub: Self? { nil }
    package static var forAgents: Self? { nil }

    /// The format of this run if none is requested.
    fileprivate static var standard: Self {
        (Output.isOnGitHub ? onGitHub : OutputFormatVariable.isForAgents ? forAgents : nil) ?? usual
    }

    /// The end of the help: `text, or github if GITHUB_ACTIONS is true`.
    fileprivate static var standardWords: String {
        let others = [
            onGitHub.map { ", or \($0.rawValue) if GITHUB_ACTIONS is true" },
            forAgents.map { ", or \($0.rawValue) if \(OutputFormatVariable.name) is agent" },
        ]
        return usual.rawValue + others.compactMap(\.self).joined()
    }
}

/// A format with an optional file: `json`, `json=report.json`.
package struct FormatOption<Format: OutputFormat>: ExpressibleByArgument {
    package var format: Format
    /// `nil` for standard output.
    package var file: String?

    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let format = parts.first.flatMap(Format.init(rawValue:)) else { return nil }
        self.format = format
        file = parts.count > 1 ? parts[1] : nil
    }

    fileprivate init(_ format: Format) { self.format = format }

    package static var allValueStrings: [String] { Format.allCases.map(\.rawValue) }
}

/// The option `--format` of a verb.
package struct FormatOptions<Format: OutputFormat>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Choose the format of the output. FORMAT=FILE writes it to a file. May be repeated. Default: \
            \(Format.standardWords).
            """, valueName: "format[=file]"))
    package var format: [FormatOption<Format>] = []

    package init() {}

    /// The requested formats, or the standard one.
    package var requested: [FormatOption<Format>] { format.isEmpty ? [FormatOption(.standard)] : format }

    package func validate() throws {
        if Format.forAgents != nil { try OutputFormatVariable.validate() }
        if let unnamed = format.first(where: { $0.file == "" }) {
            let format = unnamed.format.rawValue
            throw ValidationError("'--format \(format)=' has no file name; write '\(format)=FILE' or '\(format)'.")
        }
        let manifest = format.lazy.compactMap(\.file).first { ManifestName.fits($0) && FileSystem.kind(of: $0) != nil }
        if let manifest {
            throw ValidationError(
                "the report would replace '\(manifest)', and no report is a manifest; name another file.")
        }
        let places = format.map { $0.file ?? "" }
        guard let twice = places.first(where: { place in places.count { $0 == place } > 1 }) else { return }
        throw ValidationError(
            twice.isEmpty
                ? "Only one format can go to standard output; write the others to files, such as 'json=FILE'."
                : "Two formats would go into '\(twice)'; give each its own file.")
    }

    /// Prints or writes a report in every requested format.
    ///
    /// - Throws: The exit status if one of them could not be made or written, after all others are written.
    package func write(_ text: (FormatOption<Format>) throws -> String) throws {
        var texts: [Output.Text] = []
        var lastError: (any Error)?
        for option in requested {
            do { texts.append(Output.Text(file: option.file, text: try text(option))) } catch { lastError = error }
        }
        try Output.write(texts)
        if let lastError { throw lastError }
    }
}

/// The formats of every verb.
package enum PlainFormat: String, OutputFormat {
    case text, json

    package static var usual: Self { .text }
}

extension FormatOptions<PlainFormat> {
    /// Writes the report in every requested format.
    ///
    /// - Parameter text: Returns the text for a number of columns, or for a file.
    /// - Throws: The exit status if one could not be written, after the others are.
    package func write(
        json: @autoclosure () -> String, text: (_ isColored: Bool, _ width: Int?) -> String
    ) throws {
        try write { option in
            let isOnScreen = option.file == nil
            return option.format == .json
                ? json() : text(isOnScreen && Output.isColored, isOnScreen ? System.terminalWidth : nil)
        }
    }
}

/// The variable that chooses the format of `check`, `test` and `plan` if no option does. Jobs of CI keep their own format.
enum OutputFormatVariable {
    static let name = "WAYBILL_FORMAT"
    private static let agent = "agent"

    private static var value: String? { Output.environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// - Throws: The problem of an unknown value.
    static func validate() throws {
        guard let value, value != agent else { return }
        throw ValidationError("\(name) must be 'agent' or empty, found '\(value)'; '--format' takes the other formats.")
    }

    /// Whether reports are for an agent, unless an option says otherwise.
    static var isForAgents: Bool { value == agent && !Output.isOnGitHub }
}
