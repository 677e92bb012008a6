import Synchronization
import WaybillManifest
import WaybillSyntax

/// All names of a set.
struct NameIndex: Sendable {
    /// By file.
    let files: [FileNames]
    private let grouped = Once<[Name: [NamePlace]]>()

    /// A name with its kind.
    struct Name: Hashable, Sendable {
        let kind: NameKind
        let text: String
    }

    init(_ sources: [SourceFile], _ cache: NameCache) { files = cache.names(of: sources) }

    /// By kind and name, except for captures. Grouped on first use: completion does without it.
    private var byName: [Name: [NamePlace]] { grouped { Self.grouped(files) } }

    private static func grouped(_ files: [FileNames]) -> [Name: [NamePlace]] {
        var all: [Name: [NamePlace]] = [:]
        let places = files.flatMap(\.places).filter { $0.kinds != [.capture] }
        for place in places where place.kinds.count == 1 {
            all[Name(kind: place.kinds[0], text: place.name), default: []].append(place)
        }
        // A name of several possible kinds has the one that is declared.
        for place in places where place.kinds.count > 1 {
            let names = place.kinds.map { Name(kind: $0, text: place.name) }
            let known = names.first { all[$0]?.contains(where: \.isDeclaration) == true } ?? names[names.count - 1]
            all[known, default: []].append(place)
        }
        return all
    }

    /// Returns the names that are certainly of a kind.
    ///
    /// - Parameter word: A word that is being typed in a file. In that file alone, it does not count as a name yet.
    func texts(of kind: NameKind, without word: String, in index: Int?) -> Set<String> {
        var texts: Set<String> = []
        for (number, file) in files.enumerated() {
            for place in file.places where place.kinds.count == 1 && place.kinds[0] == kind {
                let isTyped = number == index && !place.isDeclaration && place.name == word
                if !isTyped { texts.insert(place.name) }
            }
        }
        return texts
    }

    /// Returns the names of a kind, sorted, each with its first declaration or else its first place.
    func names(of kind: NameKind) -> [(name: String, place: NamePlace)] {
        byName.compactMap { name, places -> (name: String, place: NamePlace)? in
            guard name.kind == kind, let place = places.first(where: \.isDeclaration) ?? places.first else {
                return nil
            }
            return (name.text, place)
        }.sorted { $0.name < $1.name }
    }

    func places(of name: Name) -> [NamePlace] { byName[name] ?? [] }

    /// Returns the name at an offset of a file, and all its places.
    func name(at offset: Int, in file: Int) -> (name: Name, place: NamePlace, all: [NamePlace])? {
        guard files.indices.contains(file), let place = files[file].place(at: offset) else { return nil }
        if place.kinds == [.capture] {
            let all = files[file].places.filter {
                $0.kinds == [.capture] && $0.name == place.name && $0.entry == place.entry
            }
            return (Name(kind: .capture, text: place.name), place, all)
        }
        for kind in place.kinds {
            let name = Name(kind: kind, text: place.name)
            let all = places(of: name)
            if all.contains(where: { $0.span == place.span }) { return (name, place, all) }
        }
        return nil
    }
}

/// The names of files that did not change, from the last index.
final class NameCache: Sendable {
    private let files = Mutex<[(source: SourceFile, names: FileNames)]>([])

    /// Returns the names of all files. Changed files are read again.
    func names(of sources: [SourceFile]) -> [FileNames] {
        let known = files.withLock(\.self)
        let names = sources.enumerated().map { index, source in
            index < known.count && known[index].source.isSame(as: source)
                ? known[index].names : FileNames(source, index: index)
        }
        files.withLock { $0 = zip(sources, names).map { ($0, $1) } }
        return names
    }
}
