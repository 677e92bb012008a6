package import ArgumentParser
import WaybillSyntax

/// A format with an optional file: `json`, `json=report.json`.
package struct FormatOption<Format: RawRepresentable<String> & CaseIterable>: ExpressibleByArgument {
    package var format: Format
    /// `nil` for standard output.
    package var file: String?

    package init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let format = parts.first.flatMap(Format.init(rawValue:)) else { return nil }
        self.format = format
        file = parts.count > 1 ? parts[1] : nil
    }

    package init(_ format: Format) { self.format = format }

    package var defaultValueDescription: String { format.rawValue }

    package static var allValueStrings: [String] { Format.allCases.map(\.rawValue) }

    /// - Throws: The problem of the combination of options.
    package static func validate(_ options: [Self]) throws {
        if let unnamed = options.first(where: { $0.file == "" }) {
            let format = unnamed.format.rawValue
            throw ValidationError("'--format \(format)=' has no file name; write '\(format)=FILE' or '\(format)'.")
        }
        let manifest = options.lazy.compactMap(\.file).first { ManifestName.fits($0) && FileSystem.kind(of: $0) != nil }
        if let manifest {
            throw ValidationError(
                "the report would replace '\(manifest)', and no report is a manifest; name another file.")
        }
        let places = options.map { $0.file ?? "" }
        guard let twice = places.first(where: { place in places.count { $0 == place } > 1 }) else { return }
        throw ValidationError(
            twice.isEmpty
                ? "Only one format can go to standard output; write the others to files, such as 'json=FILE'."
                : "Two formats would go into '\(twice)'; give each its own file.")
    }

    /// Prints or writes a report in every requested format.
    ///
    /// - Parameter standard: The format if none is requested.
    /// - Throws: The exit status if one of them could not be made or written, after all others are written.
    package static func write(_ options: [Self], default standard: Format, _ text: (Self) throws -> String) throws {
        var texts: [Output.Text] = []
        var lastError: (any Error)?
        for option in options.isEmpty ? [Self(standard)] : options {
            do { texts.append(Output.Text(file: option.file, text: try text(option))) } catch { lastError = error }
        }
        try Output.write(texts)
        if let lastError { throw lastError }
    }
}

/// The formats of every verb.
package enum PlainFormat: String, CaseIterable { case text, json }

/// The output options of a verb with only text and JSON.
package struct PlainReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Choose the format of the report. FORMAT=FILE writes it to a file. May be repeated. Default: text.",
            valueName: "format[=file]"))
    package var format: [FormatOption<PlainFormat>] = []

    package init() {}

    package func validate() throws { try FormatOption.validate(format) }

    /// Writes the report in every requested format.
    ///
    /// - Parameter text: Returns the text for a number of columns, or for a file.
    /// - Throws: The exit status if one could not be written, after the others are.
    package func write(
        json: @autoclosure () -> String, text: (_ isColored: Bool, _ width: Int?) -> String
    ) throws {
        try FormatOption.write(format, default: .text) { option in
            let isOnScreen = option.file == nil
            return option.format == .json
                ? json() : text(isOnScreen && Output.isColored, isOnScreen ? System.terminalWidth : nil)
        }
    }
}

/// The variable that chooses the format of `check`, `test` and `plan` if no option does. Jobs of CI keep their own format.
package enum OutputFormatVariable {
    package static let name = "WAYBILL_FORMAT"
    private static let agent = "agent"

    private static var value: String? { Output.environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// - Throws: The problem of an unknown value.
    package static func validate() throws {
        guard let value, value != agent else { return }
        throw ValidationError("\(name) must be 'agent' or empty, found '\(value)'; '--format' takes the other formats.")
    }

    /// Whether reports are for an agent, unless an option says otherwise.
    static var isForAgents: Bool { value == agent && !Output.isOnGitHub }

    /// Returns the format if none is requested.
    package static func standard<Format>(text: Format, github: Format, agent: Format) -> Format {
        Output.isOnGitHub ? github : isForAgents ? agent : text
    }
}
