import WaybillManifest
import WaybillSyntax

/// Collections in brackets.
extension LayoutPrinter {
    /// Prints a collection on the current line. Returns false if it is too wide, or contains something that needs its
    /// own line.
    mutating func printInline(_ index: Int, shape: Shape?) -> Bool {
        guard !layout.hasComments(within: index) else { return false }
        // An empty collection is always written with brackets.
        return printBrackets(index, shape: shape) && (fits || Int(records[index].next) == index + 1)
    }

    private mutating func printBrackets(_ index: Int, shape: Shape?) -> Bool {
        let shape = shape?.alternative(for: records[index])
        let isMapping = records[index].kind == .mapping
        var isFirst = true
        out.append(UInt8(ascii: isMapping ? "{" : "["))
        for part in layout.parts(of: index, shape: shape) {
            if !isFirst {
                // Some parsers do not read `a:,` as an entry.
                if out.last == UInt8(ascii: ":") { out.append(UInt8(ascii: " ")) }
                out.append(UInt8(ascii: ","))
            }
            if isMapping || !isFirst { out.append(UInt8(ascii: " ")) }
            guard isMapping ? printEntry(part, shape: shape) : printItem(part, shape: shape?.item) else { return false }
            isFirst = false
        }
        if isMapping, !isFirst { out.append(UInt8(ascii: " ")) }
        out.append(UInt8(ascii: isMapping ? "}" : "]"))
        return true
    }

    private mutating func printEntry(_ key: Int, shape: Shape?) -> Bool {
        printKey(key, shape: shape)
        let value = Int(records[key].next)
        out.append(UInt8(ascii: ":"))
        let isNothing =
            records[value].isAbsent && layout.anchor(of: value) == nil && layout.alias(of: value) == nil
        if isNothing { return true }
        out.append(UInt8(ascii: " "))
        return printItem(value, shape: shape?.value(of: layout.document.texts[records[key].text]))
    }

    private mutating func printItem(_ index: Int, shape: Shape?) -> Bool {
        // Checked while writing, because lists may be long.
        guard out.count - lineStart <= 4 * Self.width else { return false }
        if let alias = layout.alias(of: index) {
            out += bytes[alias]
            return true
        }
        let anchor = layout.anchor(of: index)
        if anchor != nil { anchored += 1 }
        defer { if anchor != nil { anchored -= 1 } }
        if let anchor {
            out += bytes[anchor]
            if !records[index].isAbsent { out.append(UInt8(ascii: " ")) }
        }
        guard records[index].kind.isScalar else { return printBrackets(index, shape: shape) }
        guard let text = oneLine(index, mayUnquote: mayUnquote(shape)) else { return false }
        out += text
        return true
    }

    /// Whether the current line is within the width.
    var fits: Bool {
        out.count - lineStart <= Self.width || displayWidth(of: out[lineStart...]) <= Self.width
    }
}
