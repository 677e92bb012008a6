import WaybillManifest
public import WaybillReload
import WaybillRules
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The values of a fleet, as JSON. Each is below `PREFIX/v1/`: another protocol has other keys, and an instance of an older one
// keeps what it serves. Readers ignore unknown members.

/// The keys of a fleet.
struct FleetKeys: Sendable {
    /// With a slash at its end.
    let root: String

    init(_ address: EtcdAddress) { root = "\(address.prefix)/v1/" }

    /// The only key that instances watch.
    var pointer: String { root + "current" }
    var sets: String { root + "sets/" }
    var pieces: String { root + "pieces/" }
    var history: String { root + "history/" }
    var instances: String { root + "instances/" }
    var registries: String { root + "registries/" }

    func set(_ id: String) -> String { sets + id }
    func piece(_ id: String) -> String { pieces + id }
    func history(_ number: Int) -> String {
        let digits = "\(number)"
        return history + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }
    func instance(_ name: String) -> String { instances + name }
    func registry(_ id: String) -> String { registries + id }
}

/// What serves: the value of the key `current`, and of an entry of the history.
public struct FleetPointer: Codable, Hashable, Sendable {
    /// The version of this value.
    public var protocolVersion = Self.current
    /// Counts the changes of the pointer, from 1.
    public var number: Int
    /// The set that instances serve.
    public var set: String
    /// The digest of what the set means, where no variable has a value.
    public var digest: String
    /// When: ISO 8601, in UTC, by the clock of who published it.
    public var at: String
    /// Who published it.
    public var by: String
    /// Why.
    public var message: String?
    /// The commit of Git that the manifests have.
    public var commit: String?
    /// What changed since the set before, in one line.
    public var plan: String?
    /// Tells this change from all others, so that who wrote it knows it again after a lost answer.
    public var nonce: String
    /// A set that a part of the instances serves instead; `nil` if there is no rollout.
    public var rollout: Rollout?

    public static let current = 1

    /// A set on its way to all instances.
    public struct Rollout: Codable, Hashable, Sendable {
        public var set: String
        public var digest: String
        /// The share of the instances that serve it, in hundredths of a percent: from 0 to 10,000.
        public var share: Int

        public init(set: String, digest: String, share: Int) {
            (self.set, self.digest, self.share) = (set, digest, share)
        }

        /// The share for people: `5 %`.
        public var percent: String {
            let (whole, rest) = (share / 100, share % 100)
            return rest == 0 ? "\(whole) %" : "\(whole).\(rest < 10 ? "0" : "")\(rest) %"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case protocolVersion = "protocol"
        case number, set, digest, at, by, message, commit, plan, nonce, rollout
    }

    /// Returns the set that an instance serves.
    public func set(for instance: String) -> String {
        guard let rollout, FleetPointer.place(of: instance) < rollout.share else { return set }
        return rollout.set
    }

    /// The place of an instance in every rollout, from 0 to 9,999: those with the smallest ones come first. It depends on the
    /// name alone, so a step contains the instances of the steps before it.
    public static func place(of instance: String) -> Int {
        let hash = SHA256.hash(Array(instance.utf8)).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Int(hash % 10_000)
    }
}

/// The contents of a set: the value of a key below `sets/`. The key is the SHA-256 of this value.
struct FleetSet: Codable, Hashable, Sendable {
    var protocolVersion = FleetPointer.current
    /// The digest of what the set means.
    var digest: String
    /// How many bytes all pieces have.
    var size: Int
    /// The SHA-256 of each piece, which is its key below `pieces/`.
    var pieces: [String]

    private enum CodingKeys: String, CodingKey {
        case protocolVersion = "protocol"
        case digest, size, pieces
    }
}

/// What an instance says about itself: the value of a key below `instances/`, under a lease.
public struct FleetInstance: Codable, Hashable, Sendable {
    public var protocolVersion = FleetPointer.current
    /// Its name.
    public var instance: String
    /// When it wrote this: ISO 8601, in UTC, by its clock.
    public var at: String
    /// The number of the pointer that it follows; `nil` if it knows none.
    public var number: Int?
    /// The set that it should serve.
    public var wanted: String?
    /// The set that it serves; `nil` if it was not published here.
    public var serving: String?
    /// The digest of what it serves, with the values of its variables.
    public var digest: String
    public var generation: Int
    public var ready: Bool
    /// Whether it serves a set that an earlier run has stored.
    public var stale: Bool
    /// Why it does not serve what it should: a `ReloadFailure`; `nil` if it does.
    public var reason: String?
    /// The first problem, in words.
    public var problem: String?
    /// The SHA-256 of its executable.
    public var build: String?
    /// The key below `registries/` of the names that its code has registered.
    public var registry: String?
    /// How the requests of its generation have ended; while a rollout runs, from seconds ago, and otherwise from ``at``.
    /// `nil` if it does not count them.
    public var health: RequestHealth?

    private enum CodingKeys: String, CodingKey {
        case protocolVersion = "protocol"
        case instance, at, number, wanted, serving, digest, generation, ready, stale, reason, problem, build, registry
        case health
    }

    /// Whether it serves what it should.
    public var isCurrent: Bool { wanted != nil && wanted == serving }
}

/// The names that an instance's code has registered: the value of a key below `registries/`. The key is the SHA-256 of this
/// value, so instances of one binary share it. It is what binding compares: without the build, and without the keys of
/// configurations, which only decoding knows.
struct FleetRegistry: Sendable {
    let id: String
    let value: [UInt8]

    /// The largest value: etcd takes 1.5 MB a request.
    static let byteLimit = 1 << 20

    /// - Returns: `nil` if it is too large for a store.
    init?(_ description: RegistryDescription) {
        guard let value = try? JSONText.bytes(description), value.count <= Self.byteLimit else { return nil }
        (id, self.value) = (FleetArchive.id(value), value)
    }
}

/// A set, cut into pieces that etcd takes.
struct FleetArchive: Sendable {
    /// The id of the set.
    let id: String
    let set: FleetSet
    /// The value of the set's key.
    let value: [UInt8]
    /// By id.
    let pieces: [String: [UInt8]]

    /// The largest piece. Small ones, because etcd before 3.4.25 starves watches while it sends large ones over TLS.
    static let pieceLimit = 256 << 10
    /// The largest set: all of its pieces must be named in one transaction, which may have 128 operations.
    static let byteLimit = 24 << 20

    /// A set that cannot be stored or read, in words that follow "the set".
    struct Problem: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Problem`` if the set is too large.
    init(digest: String, sources: [SourceFile]) throws {
        let bytes = try JSONText.bytes(ManifestArchive(digest: digest, sources: sources))
        guard bytes.count <= Self.byteLimit else {
            throw Problem(
                description:
                    "has \(bytes.count) bytes, and a fleet takes \(Self.byteLimit); split it into several services")
        }
        let cuts = stride(from: 0, to: bytes.count, by: Self.pieceLimit).map { start in
            Array(bytes[start..<min(start + Self.pieceLimit, bytes.count)])
        }
        let ids = cuts.map(Self.id)
        pieces = Dictionary(firstOf: zip(ids, cuts))
        set = FleetSet(digest: digest, size: bytes.count, pieces: ids)
        value = try JSONText.bytes(set)
        id = Self.id(value)
    }

    static func id(_ bytes: [UInt8]) -> String { SHA256.hash(bytes).hexadecimal }

    /// Returns the files of a set from its pieces, in their order.
    static func files(_ set: FleetSet, _ pieces: [[UInt8]]) throws(Problem) -> [SourceFile] {
        let bytes = pieces.flatMap(\.self)
        guard bytes.count == set.size,
            let archive = try? JSONDecoder().decode(ManifestArchive.self, from: Data(bytes))
        else {
            throw Problem(description: "has pieces that are not a set of manifests")
        }
        guard archive.version == ManifestArchive.currentVersion else {
            throw Problem(description: "has version \(archive.version), and this program reads version 1")
        }
        return archive.files.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) }
    }
}
