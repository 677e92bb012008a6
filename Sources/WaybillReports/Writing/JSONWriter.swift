import WaybillRules

extension JSONText {
    /// Encodes an object on several lines, for people.
    ///
    /// The text is that of the encoder for other values. But a report of thousands of problems has hundreds of thousands
    /// of values, for each of which that encoder makes several objects.
    package static func encode(_ object: JSONObject) -> String {
        var writer = JSONWriter()
        writer.write(object)
        return writer.text
    }
}

/// Writes JSON on several lines, with sorted keys.
private struct JSONWriter {
    private var bytes: [UInt8] = []
    private var depth = 0

    /// The text, with a line end.
    var text: String { String(decoding: bytes, as: UTF8.self) + "\n" }

    mutating func write(_ value: any Encodable) {
        switch value {
        case let text as String: write(text)
        case let number as Int: bytes += "\(number)".utf8
        case let flag as Bool: bytes += (flag ? "true" : "false").utf8
        case let object as JSONObject where object.merged.isEmpty: write(object.members)
        case let dictionary as any JSONDictionary: write(dictionary.members)
        case let elements as any JSONElements: write(elements)
        default: writeOther(value)
        }
    }

    private mutating func write(_ members: [(String, any Encodable)]) {
        open("{")
        for (index, (name, value)) in members.sorted(by: { $0.0 < $1.0 }).enumerated() {
            beginItem(index)
            write(name)
            bytes += " : ".utf8
            write(value)
        }
        close("}")
    }

    private mutating func write(_ elements: any JSONElements) {
        open("[")
        var index = 0
        elements.forEachValue { value in
            beginItem(index)
            write(value)
            index += 1
        }
        close("]")
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        depth += 1
    }

    private mutating func beginItem(_ index: Int) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        beginLine()
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        depth -= 1
        // An empty collection has an empty line.
        if bytes.last.map({ "[{".utf8.contains($0) }) == true { bytes.append(UInt8(ascii: "\n")) }
        beginLine()
        bytes.append(UInt8(ascii: bracket))
    }

    private mutating func beginLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case ..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a value as its own encoding says.
    private mutating func writeOther(_ value: some Encodable) {
        // Texts contain no line end.
        let lines = JSONText.encode(value).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.dropLast().enumerated() {
            if index > 0, !line.isEmpty { beginLine() } else if index > 0 { bytes.append(UInt8(ascii: "\n")) }
            bytes += line
        }
    }
}

/// A collection whose values are written one after the other.
private protocol JSONElements {
    func forEachValue(_ body: (any Encodable) -> Void)
}

extension Array: JSONElements where Element: Encodable {
    fileprivate func forEachValue(_ body: (any Encodable) -> Void) { for value in self { body(value) } }
}

extension JSONList: JSONElements {
    fileprivate func forEachValue(_ body: (any Encodable) -> Void) { for value in values { body(value) } }
}

/// A dictionary that is written as an object.
private protocol JSONDictionary {
    var members: [(String, any Encodable)] { get }
}

extension Dictionary: JSONDictionary where Key == String, Value: Encodable {
    fileprivate var members: [(String, any Encodable)] { map { ($0, $1) } }
}
