#if Etcd
    import Foundation
    import Testing
    import WaybillReload
    import WaybillTestSupport

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("The schema of a fleet", .timeLimit(.minutes(2)))
        struct FleetSchemaTests {
            private static var schema: [String: Any] {
                let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
                    .deletingLastPathComponent().deletingLastPathComponent()
                    .appending(path: "Schemas/fleet.schema.json")
                let object = (try? Data(contentsOf: file)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
                return object as? [String: Any] ?? [:]
            }

            @Test("It describes all that is written, and all that it describes is written")
            func written() async throws {
                let place = try await CommandPlace()
                #expect(try await place.run("push", CommandPlace.one, "--message", "Start").status == 0)
                let health: @Sendable (Int) -> RequestHealth = { _ in
                    RequestHealth(routes: [.init(id: "home", requests: 9, errors: 1, notFound: 1)])
                }
                let instance = try await Instance(
                    "old", try place.cluster.address(), handlers: ["one"], health: health)
                try await instance.until(try #require(try await place.fleet.state().pointer).set)
                #expect(try await place.run("push", CommandPlace.one + "# 2\n", "--message", "More").status == 0)
                try place.write(CommandPlace.two)
                let compiled = try await place.fleet.publish("two", share: 10_000)
                try await eventually {
                    let report = try await place.fleet.instances().first?.report
                    return report?.reason == "unbound" && report?.number == compiled.number && report?.build != nil
                }
                var seen: Set<String> = []
                let run = try await place.run("fleet", nil, "--format", "json", "--history")
                try check(Data(run.output.utf8), Self.schema, &seen)
                // What the inspector of an instance shows is the same.
                let shown = Data(try await instance.source.fleetOverview())
                try check(shown, Self.schema, &seen)
                let printed = try members(of: Data(run.output.utf8), besides: "storage")
                #expect(try members(of: shown, besides: "storage") == printed)
                for (folder, name) in [("sets", "set"), ("history", "pointer"), ("instances", "instance")] {
                    for key in try await place.cluster.keys(below: "/waybill/test/v1/\(folder)/") {
                        let bytes = try await place.cluster.value(key)
                        try check(bytes, ["$ref": "#/definitions/\(name)"], &seen)
                    }
                }
                let all = Self.members(of: Self.schema, at: "$")
                // Only a watch has 'gone', and only a working folder of Git a commit.
                #expect(all.subtracting(seen) == ["$.gone", "pointer.commit"])
            }

            /// All members of a schema, as `pointer.number`.
            private static func members(of schema: [String: Any], at place: String) -> Set<String> {
                var found: Set<String> = []
                for (name, value) in schema["properties"] as? [String: [String: Any]] ?? [:] {
                    found.insert("\(place).\(name)")
                    found.formUnion(members(of: value, at: "\(place).\(name)"))
                    found.formUnion(members(of: value["items"] as? [String: Any] ?? [:], at: "\(place).\(name)[]"))
                }
                for (name, value) in schema["definitions"] as? [String: [String: Any]] ?? [:] {
                    found.formUnion(members(of: value, at: name))
                }
                return found
            }

            private func members(of json: Data, besides name: String) throws -> NSDictionary? {
                var members = try JSONSerialization.jsonObject(with: json) as? [String: Any]
                members?[name] = nil
                return members.map { NSDictionary(dictionary: $0) }
            }

            private func check(_ json: Data, _ schema: [String: Any], _ seen: inout Set<String>) throws {
                try check(JSONSerialization.jsonObject(with: json), schema, at: "$", &seen)
            }

            private func check(
                _ value: Any, _ schema: [String: Any], at place: String, _ seen: inout Set<String>
            ) throws {
                if let reference = schema["$ref"] as? String {
                    let name = String(reference.dropFirst("#/definitions/".count))
                    let definitions = try #require(Self.schema["definitions"] as? [String: [String: Any]])
                    return try check(value, try #require(definitions[name]), at: name, &seen)
                }
                let type = schema["type"] as? String
                switch value {
                case let members as [String: Any]:
                    let properties = try #require(schema["properties"] as? [String: [String: Any]], "\(place)")
                    let required = try #require(schema["required"] as? [String])
                    #expect(Set(required).isSubset(of: members.keys), "\(place)")
                    for (name, member) in members {
                        let inner = "\(place).\(name)"
                        seen.insert(inner)
                        try check(member, try #require(properties[name], "\(inner)"), at: inner, &seen)
                    }
                case let items as [Any]:
                    #expect(type == "array", "\(place)")
                    for item in items {
                        try check(item, try #require(schema["items"] as? [String: Any]), at: "\(place)[]", &seen)
                    }
                case let text as String:
                    #expect((schema["enum"] as? [String])?.contains(text) ?? (type == "string"), "\(place)")
                default:
                    #expect(schema["const"] != nil || type == "integer" || type == "boolean", "\(place)")
                }
            }
        }
    }
#endif
