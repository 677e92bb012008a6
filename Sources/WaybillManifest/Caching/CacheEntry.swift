import WaybillTable

/// A run as a file of the cache: what was asked for, all that it read, and what came of it.
///
/// ```
/// mark │ request │ observations: kind, subject, answer … │ result: status, outputs … │ hash
/// ```
///
/// Numbers are 64 bits, little-endian; texts have their length before them. Whatever cannot be read to its end is no
/// entry. The hash tells of damage, to all but the contents of files: these are held against what is there now.
struct CacheEntry: Hashable {
    var request: [UInt8]
    var observations: [Observation]
    var result: RunResult

    /// Changes with the layout of entries.
    private static let mark = Array("waybill cache 1\n".utf8)

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.mark)
        writer.append(request)
        writer.append(observations.count)
        for observation in observations {
            writer.append(Int(observation.question.kind.rawValue))
            writer.append(Array(observation.question.subject.utf8))
            writer.append(observation.answer)
        }
        writer.append(result)
        writer.append(hash)
        return writer.bytes
    }

    init(request: [UInt8], observations: [Observation], result: RunResult) {
        self.request = request
        self.observations = observations
        self.result = result
    }

    /// `nil` where the bytes are no entry.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard reader.text() == Self.mark[...], let request = reader.text(), let count = reader.number() else {
            return nil
        }
        var observations: [Observation] = []
        for _ in 0..<count {
            guard let kind = reader.number().flatMap({ Question.Kind(rawValue: UInt8(clamping: $0)) }),
                let subject = reader.string(), let answer = reader.text()
            else { return nil }
            observations.append(Observation(question: Question(kind, subject), answer: Array(answer)))
        }
        guard let result = reader.result() else { return nil }
        self.init(request: Array(request), observations: observations, result: result)
        guard reader.text() == hash[...], reader.isAtEnd else { return nil }
    }

    private var hash: [UInt8] {
        var encoder = CanonicalEncoder()
        encoder.encode(utf8: request)
        encoder.encode(observations) { encoder, observation in
            encoder.encode(Int(observation.question.kind.rawValue))
            encoder.encode(observation.question.subject)
            guard observation.question.kind != .contents else { return }
            encoder.encode(utf8: observation.answer)
        }
        encoder.encode(Int(result.status))
        encoder.encode(result.outputs) { encoder, output in
            encoder.encode(output.file)
            encoder.encode(output.text)
        }
        return Array(encoder.digest.utf8)
    }
}

/// Bytes that are put one behind the other.
private struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: Int) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func append(_ text: [UInt8]) {
        append(text.count)
        bytes += text
    }

    mutating func append(_ result: RunResult) {
        append(Int(result.status))
        append(result.outputs.count)
        for output in result.outputs {
            append(Array((output.file ?? "").utf8))
            append(Array(output.text.utf8))
        }
    }
}

/// Reads what ``ByteWriter`` wrote; everything is `nil` where the bytes are at their end too early.
private struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> Int? {
        guard bytes.count - position >= 8 else { return nil }
        var number: UInt64 = 0
        for index in 0..<8 { number |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += 8
        return Int(exactly: number)
    }

    mutating func text() -> ArraySlice<UInt8>? {
        guard let count = number(), count <= bytes.count - position else { return nil }
        position += count
        return bytes[(position - count)..<position]
    }

    mutating func string() -> String? { text().map { String(decoding: $0, as: UTF8.self) } }

    mutating func result() -> RunResult? {
        guard let status = number(), let count = number() else { return nil }
        var outputs: [RunResult.Output] = []
        for _ in 0..<count {
            guard let file = string(), let text = string() else { return nil }
            outputs.append(.init(file: file.isEmpty ? nil : file, text: text))
        }
        return RunResult(outputs: outputs, status: Int32(truncatingIfNeeded: status))
    }
}
