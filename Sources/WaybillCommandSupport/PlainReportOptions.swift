package import ArgumentParser

/// How a verb reports that has nothing but text and JSON.
package struct PlainReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Choose the format of the report. FORMAT=FILE writes it to a file. May be repeated. Default: text.",
            valueName: "format[=file]"))
    package var format: [FormatOption<PlainFormat>] = []

    package init() {}

    package func validate() throws { try FormatOption.validate(format) }

    /// Writes the report in every format that is asked for.
    ///
    /// - Parameter text: The text for a screen of so many columns, or for a file.
    /// - Throws: The exit status if one could not be written, once the others are.
    package func write(
        json: @autoclosure () -> String, text: (_ isColored: Bool, _ width: Int?) -> String
    ) throws {
        try Output.write(
            (format.isEmpty ? [FormatOption(.text)] : format).map { option in
                let isOnScreen = option.file == nil
                let text =
                    option.format == .json
                    ? json() : text(isOnScreen && Output.isColored, isOnScreen ? Output.width : nil)
                return Output.Text(file: option.file, text: text)
            })
    }
}
