extension ManifestSet {
    /// I003: names of one kind that differ by case alone. Those that differ by Unicode's forms alone are one name.
    func checkNames() -> [Diagnostic] {
        let usedTags = tags.isEmpty ? modules.flatMap(\.tags) + interceptors.flatMap(\.tags) + routeTags : []
        return lookAlikes("module", modules.map(\.id)) + lookAlikes("protocol", protocols.map(\.name))
            + lookAlikes("identifier", modules.flatMap(\.identifiers))
            + lookAlikes("interceptor", interceptors.map(\.id)) + lookAlikes("tag", tags.map(\.name) + usedTags)
            + lookAlikes("route", routes.indices.filter { routes[$0].isIDGiven }.map { routes[$0].id })
    }

    private var routeTags: [Located<String>] { routes.indices.flatMap { routes[$0].tags } }

    private func lookAlikes(_ noun: String, _ names: [Located<String>]) -> [Diagnostic] {
        // Of two such names one at least is not all in lower case.
        let mixed = Set(names.filter { !$0.value.utf8.allSatisfy(isLowerCase) }.map { $0.value.lowercased() })
        guard !mixed.isEmpty else { return [] }
        var first: [String: Located<String>] = [:]
        var reported: Set<String> = []
        return names.sorted { $0.span < $1.span }.compactMap { name in
            let folded = name.value.lowercased()
            guard mixed.contains(folded) else { return nil }
            guard let earlier = first[folded] else {
                first[folded] = name
                return nil
            }
            guard earlier.value != name.value, reported.insert(name.value).inserted else { return nil }
            return Diagnostic(
                .lookAlikeName, at: name.span,
                "\(noun) '\(name.value)' differs from '\(earlier.value)' by case alone",
                notes: [.init("'\(earlier.value)' is here", at: earlier.span)],
                help: "give one of them another name, or write both alike if they are meant to be one")
        }
    }
}

/// Whether a byte is ASCII, and no letter in upper case.
private func isLowerCase(_ byte: UInt8) -> Bool { byte < 0x80 && !(65...90).contains(byte) }
