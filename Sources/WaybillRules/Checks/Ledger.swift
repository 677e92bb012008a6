import WaybillManifest
import WaybillSyntax
import WaybillTable

/// What the problems of reading leave unknown about a set: the declarations in unread texts, the meaning of some routes,
/// or whether anything is missing at all.
struct Ledger: Sendable {
    private let texts: LostTexts
    /// The first error of each file with one, and the first of all.
    private let errors: [Int: Diagnostic]
    private let firstError: Diagnostic?
    /// By route: the problem because of which a part of it was not read.
    private let misreadings: [Int: Diagnostic]
    /// The first problem because of which an entry may be missing.
    private let gap: Diagnostic?
    private let unknownVariables: [Diagnostic]

    /// - Parameters:
    ///   - found: The problems of reading.
    ///   - texts: The texts that were not read, with the indices of their files.
    ///   - unknownVariables: S010 for each variable whose value is not known here.
    init(
        _ set: ManifestSet, _ found: [Diagnostic], texts: [(text: String, file: Int)],
        unknownVariables: [Diagnostic] = []
    ) {
        self.texts = LostTexts(texts)
        self.unknownVariables = unknownVariables
        let errors = found.filter { $0.severity == .error }
        self.errors = Dictionary(errors.map { ($0.span.file, $0) }, uniquingKeysWith: { first, _ in first })
        firstError = errors.first
        gap = found.first { $0.severity == .error || $0.isMisreading }
        misreadings = set.misreadings(found)
    }

    /// The routes with a part that was misread.
    var misread: Set<Int> { Set(misreadings.keys) }

    /// Returns the problem because of which something is not certain; `nil` if it is.
    func cause(of need: Need) -> Diagnostic? {
        switch need {
        case .name(let name): texts.holder(of: name).flatMap { errors[$0] ?? firstError }
        case .route(let index): misreadings[index]
        case .wholeSet: gap
        case .values(let place):
            unknownVariables.first {
                $0.span.file == place.file && place.start <= $0.span.start && $0.span.end <= place.end
            }
        }
    }

    /// Returns the problem because of which a check of this reach is not made.
    func cause(of reach: CheckReach) -> Diagnostic? {
        switch reach {
        case .anySet: nil
        case .readTexts: texts.isEmpty ? nil : errors[texts.firstFile] ?? firstError
        case .wholeSet: gap
        }
    }

    /// Divides problems into certain ones, and those that are held back.
    func divide(_ found: [Diagnostic]) -> (certain: [Diagnostic], heldBack: [HeldBack]) {
        var certain: [Diagnostic] = []
        var heldBack: [HeldBack] = []
        for var diagnostic in found {
            let cause = diagnostic.needs.lazy.compactMap(cause(of:)).first
            diagnostic.needs = []
            if let cause {
                heldBack.append(HeldBack(.problem(diagnostic), because: cause))
            } else {
                certain.append(diagnostic)
            }
        }
        return (certain, heldBack)
    }
}

/// How much of a set must have been read for a check to be made.
enum CheckReach: Sendable {
    case anySet
    /// No text was left out.
    case readTexts
    /// Everything was read without an error, so that a missing entry is certainly missing.
    case wholeSet
}

extension ManifestSet {
    fileprivate func misreadings(_ found: [Diagnostic]) -> [Int: Diagnostic] {
        let starts = found.filter { $0.rule.traits.contains(.losesPart) || $0.isMisreading }
            .sorted { ($0.span.file, $0.span.start) < ($1.span.file, $1.span.start) }
        guard let first = starts.first else { return [:] }
        let known = routes.indices.compactMap { index -> (Int, Diagnostic)? in
            let whole = routes[index].span
            let next = starts.indices.partitioningIndex {
                (starts[$0].span.file, starts[$0].span.start) >= (whole.file, whole.start)
            }
            if next < starts.count, starts[next].span.file == whole.file, starts[next].span.start < whole.end {
                return (index, starts[next])
            }
            return routes[index].constrained.allSatisfy(\.isBuilt) ? nil : (index, first)
        }
        return Dictionary(uniqueKeysWithValues: known)
    }
}

/// The texts of files that are not YAML, and of values that were left out. Their declarations are not known.
///
/// The words are listed on first use, because a set without undefined names does not need them.
private struct LostTexts: Sendable {
    private let texts: [(text: String, file: Int)]
    /// As hashes, because a text of mebibytes may have millions of words. If two words have the same hash, a second
    /// problem is hidden until the first is fixed. By word: the file that has it first.
    private let words = Once<[UInt64: Int]>()

    init(_ texts: [(text: String, file: Int)]) { self.texts = texts }

    var isEmpty: Bool { texts.isEmpty }

    var firstFile: Int { texts.first?.file ?? 0 }

    /// Returns the file with the first word of a name, if all of its words are in the texts.
    func holder(of name: String) -> Int? {
        guard !isEmpty else { return nil }
        let words = words { Self.words(of: texts) }
        var areAllThere = true
        var holder: Int?
        Self.forEachWord(in: name) { word in
            areAllThere = areAllThere && words[word] != nil
            holder = holder ?? words[word]
        }
        return areAllThere ? holder ?? firstFile : nil
    }

    private static func words(of texts: [(text: String, file: Int)]) -> [UInt64: Int] {
        texts.reduce(into: [:]) { words, lost in
            forEachWord(in: lost.text) { words[$0] = words[$0] ?? lost.file }
        }
    }

    /// Calls `body` with the hash of each word between punctuation. Bytes beyond ASCII are parts of words.
    private static func forEachWord(in text: String, _ body: (UInt64) -> Void) {
        var hash = seed
        var isInWord = false
        for byte in text.utf8 {
            if byte.isPartOfWord {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                isInWord = true
            } else if isInWord {
                body(hash)
                hash = seed
                isInWord = false
            }
        }
        if isInWord { body(hash) }
    }

    /// The seed of FNV-1a.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
}

extension UInt8 {
    fileprivate var isPartOfWord: Bool {
        switch self {
        case 48...57, 65...90, 95, 97...122, 0x80...0xFF: true
        default: false
        }
    }
}
