#if Etcd
    import Foundation

    // The messages of etcd's JSON gateway that this library uses. Bytes are Base64, and numbers of 64 bits are texts. What is
    // false, zero or empty is absent.

    /// A number of 64 bits, as the gateway writes it.
    struct Int64Text: Codable, Hashable, Sendable {
        var value: Int64

        init(_ value: Int64) { self.value = value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let value = Int64(text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a number")
            }
            self.value = value
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("\(value)")
        }
    }

    struct EtcdHeader: Decodable, Sendable {
        /// Of 64 bits without a sign.
        var clusterId: String
        var revision: Int64Text?

        var number: Int64 { revision?.value ?? 0 }
    }

    struct EtcdKeyValue: Decodable, Sendable {
        var key: Data
        var value: Data?
        var modRevision: Int64Text?
        var lease: Int64Text?

        var bytes: [UInt8] { Array(value ?? Data()) }
        var name: String { String(decoding: key, as: UTF8.self) }
    }

    struct EtcdRange: Codable, Sendable {
        var key: Data
        var rangeEnd: Data?
        var keysOnly: Bool?

        init(_ key: String) { self.key = Data(key.utf8) }

        /// All keys that begin with a text.
        init(prefix: String, keysOnly: Bool = false) {
            key = Data(prefix.utf8)
            // The prefix ends with a slash, after which '0' is the next byte.
            rangeEnd = Data(prefix.utf8.dropLast() + [UInt8(ascii: "0")])
            self.keysOnly = keysOnly ? true : nil
        }
    }

    struct EtcdRangeAnswer: Decodable, Sendable {
        var header: EtcdHeader
        var kvs: [EtcdKeyValue]?
    }

    struct EtcdPut: Encodable, Sendable {
        var key: Data
        var value: Data
        var lease: Int64Text?

        init(_ key: String, _ value: [UInt8], lease: Int64? = nil) {
            self.key = Data(key.utf8)
            self.value = Data(value)
            self.lease = lease.map(Int64Text.init)
        }
    }

    struct EtcdTransaction: Encodable, Sendable {
        var compare: [Compare] = []
        var success: [Operation] = []

        struct Compare: Encodable, Sendable {
            var key: Data
            var rangeEnd: Data?
            var target: String
            var result: String
            var modRevision: Int64Text?
            var version: Int64Text?

            /// The key has this revision; 0 if it does not exist.
            static func revision(of key: String, is revision: Int64) -> Self {
                Self(key: Data(key.utf8), target: "MOD", result: "EQUAL", modRevision: Int64Text(revision))
            }

            /// No key that begins with a text has changed after a revision.
            static func nothing(below prefix: String, after revision: Int64) -> Self {
                let range = EtcdRange(prefix: prefix)
                return Self(
                    key: range.key, rangeEnd: range.rangeEnd, target: "MOD", result: "LESS",
                    modRevision: Int64Text(revision + 1))
            }

            static func exists(_ key: String) -> Self {
                Self(key: Data(key.utf8), target: "VERSION", result: "GREATER", version: Int64Text(0))
            }
        }

        struct Operation: Encodable, Sendable {
            var requestPut: EtcdPut?
            var requestDeleteRange: EtcdRange?
        }
    }

    struct EtcdTransactionAnswer: Decodable, Sendable {
        var header: EtcdHeader
        var succeeded: Bool?
    }

    /// The answer to a put, or to the end of a lease.
    struct EtcdWriteAnswer: Decodable, Sendable {
        var header: EtcdHeader
    }

    struct EtcdLease: Codable, Sendable {
        var id: Int64Text?
        var ttl: Int64Text?

        private enum CodingKeys: String, CodingKey {
            case id = "ID"
            case ttl = "TTL"
        }
    }

    struct EtcdWatchRequest: Encodable, Sendable {
        var createRequest: Create

        struct Create: Encodable, Sendable {
            var key: Data
            var startRevision: Int64Text
            var progressNotify = true
        }
    }

    struct EtcdWatchMessage: Decodable, Sendable {
        var header: EtcdHeader
        var created: Bool?
        var canceled: Bool?
        var compactRevision: Int64Text?
        var cancelReason: String?
        var events: [Event]?

        struct Event: Decodable, Sendable {
            /// `DELETE`, or nothing for a value.
            var type: String?
            var kv: EtcdKeyValue
        }
    }

    /// An element of a stream.
    struct EtcdStreamed<Message: Decodable>: Decodable {
        var result: Message?
        var error: EtcdErrorAnswer?
    }

    extension EtcdStreamed: Sendable where Message: Sendable {}

    /// The words of an error, with the code of gRPC. In a stream, the gateway calls the code `grpcCode`.
    struct EtcdErrorAnswer: Decodable, Sendable {
        var message: String?
        var code: Int?
        var grpcCode: Int?
    }
#endif
