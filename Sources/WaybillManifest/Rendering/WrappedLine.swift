/// Wraps lines at words, because a terminal would break inside of words.
enum WrappedLine {
    /// Returns `line` with line ends in place of blanks wherever it would exceed `width` columns, and `indent` blanks
    /// after each.
    ///
    /// A word longer than a line stays whole, so that a URL can be copied. Escape sequences have no width. If the
    /// screen is too narrow, the line is not wrapped.
    static func wrap(_ line: String, width: Int?, indent: Int) -> String {
        guard let width, width >= indent + 20, columns(of: line[...]) > width else { return line }
        let margin = "\n" + String(repeating: " ", count: indent)
        var wrapped = ""
        var column = 0
        for (number, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let columns = columns(of: word)
            if number == 0 {
                column = columns
            } else if column + 1 + columns <= width || column <= indent {
                wrapped += " "
                column += 1 + columns
            } else {
                wrapped += margin
                column = indent + columns
            }
            wrapped += word
        }
        return wrapped
    }

    private static func columns(of text: Substring) -> Int {
        var columns = 0
        var isEscape = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isEscape = true }
            if !isEscape { columns += scalar.displayWidth }
            if isEscape, scalar == "m" { isEscape = false }
        }
        return columns
    }
}
