import WaybillTable

/// The names of a list of completions that fit to what is typed.
///
/// A list of thousands of names takes longer to send and to show than to make, so it is cut, and the client asks again
/// after the next key.
struct NameChoice {
    /// The limit of names of one kind.
    static let limit = 100

    /// The letters that were typed, in lower case.
    private let typed: [UInt8]

    init(typed: some Sequence<UInt8>) { self.typed = ASCII.lowercased(typed) }

    /// Returns all names, sorted, if they are few. Of many it returns those that begin with what is typed, then those that
    /// have its letters in this order.
    func chosen(from names: Set<String>) -> [String] {
        guard names.count > Self.limit else { return names.sorted() }
        let near = names.lazy.filter(begins).smallest(Self.limit)
        guard near.count < Self.limit else { return near }
        return near + names.lazy.filter { !begins($0) && hasLetters($0) }.smallest(Self.limit - near.count)
    }

    private func begins(_ name: String) -> Bool { name.utf8.lazy.map(ASCII.lowercased).starts(with: typed) }

    private func hasLetters(_ name: String) -> Bool {
        var rest = typed[...]
        for byte in name.utf8 where ASCII.lowercased(byte) == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}

extension Sequence<String> {
    /// Returns the smallest elements, sorted, without sorting the others.
    fileprivate func smallest(_ count: Int) -> [String] {
        var kept: [String] = []
        for text in self where kept.count < count || kept.last.map({ text < $0 }) == true {
            let place = kept.firstIndex { text < $0 } ?? kept.count
            kept.insert(text, at: place)
            if kept.count > count { kept.removeLast() }
        }
        return kept
    }
}
