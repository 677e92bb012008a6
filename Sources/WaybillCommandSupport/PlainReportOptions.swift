package import ArgumentParser

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
