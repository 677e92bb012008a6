import WaybillSyntax

/// The values of a document that have uses elsewhere, by a `$ref` or an alias of YAML. A change of such a value changes
/// all its uses.
struct SharedValues {
    /// A use of a value.
    struct Use {
        /// The value.
        var target: SourceSpan
        /// The text of the reference, or the alias.
        var place: SourceSpan
        /// The mapping of the `$ref`; `nil` for an alias.
        var holder: SourceSpan?
    }

    private let root: SourceSpan
    private var uses: [Use] = []
    /// By the mapping of a `$ref`: the value.
    private var targets: [SourceSpan: SourceSpan] = [:]

    /// - Complexity: Linear in the text of the document, and in the lengths of the mappings that references pass.
    init(_ document: OpenAPIDocument) {
        guard let root = document.root, let main = document.files.first else {
            self.root = .startOfFile()
            return
        }
        self.root = root.span
        uses = root.document.aliases.all.map { Use(target: $0.target, place: $0.place) }
        var pointers: [String: SourceSpan?] = [:]
        for other in document.roots {
            let file = document.files[other.span.file - root.span.file].path
            for reference in other.document.references {
                guard let pointer = DocumentFiles.pointer(reference.text, in: file, to: main.path) else { continue }
                let target = pointers[pointer] ?? root.value(at: pointer)?.span
                pointers[pointer] = .some(target)
                guard let target else { continue }
                uses.append(Use(target: target, place: reference.place, holder: reference.holder))
                targets[reference.holder] = target
            }
        }
    }

    /// Returns the place of a use that an addition to a mapping would change, too.
    func use(of mapping: SourceSpan) -> SourceSpan? {
        uses.first { $0.target.surrounds(mapping) && $0.target != root }?.place
    }

    /// Returns the place of a use that a replacement of a value would change or break, too.
    ///
    /// - Parameter holders: The mappings from which operations get the value, over references if they have some. These
    ///   uses are those that the replacement is for.
    func use(of value: SourceSpan, except holders: Set<SourceSpan>) -> SourceSpan? {
        var known = holders
        var next = Array(holders)
        while let holder = next.popLast() {
            if let target = targets[holder], known.insert(target).inserted { next.append(target) }
        }
        let other = uses.first { use in
            let isAround = use.target.surrounds(value) && use.target != root
            let isNear = isAround || value.surrounds(use.target) && !value.surrounds(use.place)
            return isNear && !(use.holder.map(known.contains) ?? false)
        }
        return other?.place
    }
}

extension YAMLDocument {
    /// The references in it, those in extensions included, because a program may follow them.
    fileprivate var references: [(text: String, place: SourceSpan, holder: SourceSpan)] {
        scalars(ofKeys: ["$ref", "$dynamicRef"])
    }

    /// Returns the texts of all entries with certain keys, with their places and the mappings that they are in.
    func scalars(ofKeys names: Set<String>) -> [(text: String, place: SourceSpan, holder: SourceSpan)] {
        records.indices.filter { records[$0].kind == .mapping }.flatMap { mapping in
            parts(of: mapping).compactMap { key in
                let value = records[Int(records[key].next)]
                guard records[key].kind.isScalar, value.kind.isScalar, names.contains(text(of: records[key]))
                else { return nil }
                return (text(of: value), span(of: value), span(of: records[mapping]))
            }
        }
    }

    private func text(of record: Record) -> String { String(decoding: texts[record.text], as: UTF8.self) }

    private func span(of record: Record) -> SourceSpan {
        SourceSpan(file: file, start: Int(record.start), end: Int(record.end))
    }
}

extension YAMLNode {
    /// Returns the value at a JSON pointer; `nil` if there is none.
    fileprivate func value(at pointer: String) -> YAMLNode? {
        DocumentFiles.keys(of: pointer).reduce(self) { node, key in
            guard let node else { return nil }
            if let value = node.value(ofKey: key) { return value }
            return Int(key).flatMap { index in node.items.enumerated().first { $0.offset == index }?.element }
        }
    }
}

extension SourceSpan {
    /// Whether all of another place is in it.
    fileprivate func surrounds(_ other: SourceSpan) -> Bool {
        file == other.file && start <= other.start && other.end <= end
    }
}
