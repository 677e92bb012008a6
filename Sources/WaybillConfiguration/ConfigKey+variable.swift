#if Configuration
    public import Configuration

    extension ConfigKey {
        /// The key of a variable in manifests: `${DATABASE_PASSWORD}` has the key `database.password`.
        ///
        /// A name in capitals is split at its underscores, so that the environment's variable of this name, nested keys of files, and
        /// mounted files such as `database-password` all give the value. Other names are keys as they are written.
        public init(variable name: String) {
            let isCapital = !name.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            let parts = name.split(separator: "_").map { $0.lowercased() }
            self.init(isCapital && !parts.isEmpty ? parts : [name])
        }
    }

    extension ConfigSnapshotReader {
        /// Returns a value as text, whatever its type; lists are joined by commas.
        func text(for key: ConfigKey, isSecret: Bool = false) -> String? {
            if let text = string(forKey: key, isSecret: isSecret) { return text }
            if let number = int(forKey: key, isSecret: isSecret) { return "\(number)" }
            if let value = bool(forKey: key, isSecret: isSecret) { return "\(value)" }
            if let number = double(forKey: key, isSecret: isSecret) { return "\(number)" }
            return stringArray(forKey: key, isSecret: isSecret)?.joined(separator: ",")
        }
    }
#endif
