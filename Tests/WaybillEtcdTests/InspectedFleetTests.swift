#if Etcd
    import Foundation
    import HTTPTypes
    import Hummingbird
    import Testing
    import WaybillHTTPTestSupport
    import WaybillInspector
    import WaybillReload

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("The page of a service that belongs to a fleet", .timeLimit(.minutes(2)))
        struct InspectedFleetTests {
            @Test("It shows all instances, and what etcd said last when etcd is gone")
            func page() async throws {
                let cluster = try await EtcdCluster()
                try await cluster.untilReady()
                let address = try cluster.address()
                let pointer = try await Fleet(address, EtcdOptions()).publish("one")
                let first = try await Instance("web-1", address)
                let second = try await Instance("web-2", address)
                try await first.until(pointer.set)
                try await second.until(pointer.set)
                let router = Hummingbird.Router(context: BasicRequestContext.self)
                Inspector(first.waybill, name: "notes", fleet: first.source).mount(on: router, access: .bearer("t0ken"))
                try await Application(router: router).test { client in
                    func shown() async throws -> Shown {
                        let body = try await client.get(
                            "/inspect/api/fleet", headers: [.authorization: "Bearer t0ken"]
                        ).body
                        return try JSONDecoder().decode(Shown.self, from: Data(body.readableBytesView))
                    }
                    try await eventually("both instances") {
                        try await shown().overview?.instances.map(\.state) == ["current", "current"]
                    }
                    #expect(try await shown().fault == nil)
                    #expect(try await shown().address == "\(address)")
                    cluster.kill(0)
                    try await eventually("a fault") { try await shown().fault != nil }
                    #expect(try await shown().overview?.instances.map(\.name).sorted() == ["web-1", "web-2"])
                }
                await first.end()
                await second.end()
            }

            private struct Shown: Decodable {
                var address: String
                var fault: String?
                var overview: Overview?

                struct Overview: Decodable { var instances: [Line] }

                struct Line: Decodable {
                    var name: String
                    var state: String
                }
            }
        }
    }
#endif
