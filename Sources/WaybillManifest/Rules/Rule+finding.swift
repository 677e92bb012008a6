extension Rule {
    /// The rule of this id or name, whatever its case.
    public static func find(_ word: String) -> Rule? {
        let word = word.lowercased()
        return all.first { $0.id.lowercased() == word || $0.name == word }
    }
}
