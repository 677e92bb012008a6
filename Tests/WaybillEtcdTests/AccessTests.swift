#if Etcd
    import Foundation
    import NIOSSL
    import Testing
    import WaybillReload
    import WaybillTestSupport

    @testable import WaybillEtcd

    extension EtcdTests {
        @Suite("Access to a real etcd", .timeLimit(.minutes(2)))
        struct AccessTests {
            /// A cluster that asks for users.
            private func guarded() async throws -> (EtcdCluster, EtcdOptions) {
                let cluster = try await EtcdCluster()
                try await cluster.untilReady()
                var options = EtcdOptions()
                options.credentials = try await cluster.askForUsers()
                return (cluster, options)
            }

            @Test("Wrong credentials are named, and no credentials too")
            func wrong() async throws {
                let (cluster, options) = try await guarded()
                var wrong = options
                wrong.credentials?.password = "wrong"
                for options in [wrong, EtcdOptions()] {
                    let fleet = Fleet(try cluster.address(), options)
                    await #expect {
                        _ = try await fleet.state()
                    } throws: { error in
                        "\(error)".hasPrefix("etcd refuses: ") && !"\(error)".contains("wrong")
                    }
                }
                let instance = try await Instance("a", try cluster.address(), wrong, startLimit: .milliseconds(300))
                #expect(!instance.status.ready)
                #expect(instance.status.source?.reason?.hasPrefix("etcd refuses: ") == true)
            }

            @Test("An instance goes on when its token is not known any more")
            func tokens() async throws {
                let (cluster, options) = try await guarded()
                let fleet = Fleet(try cluster.address(), options)
                let first = try await fleet.publish("one")
                let instance = try await Instance("a", try cluster.address(), options)
                try await instance.until(first.set)
                // A member forgets all tokens when it starts again.
                cluster.kill(0)
                try cluster.start(0)
                try await cluster.untilReady(options)
                let second = try await fleet.publish("two")
                #expect(try await instance.until(second.set) < .seconds(2))
            }

            @Test("Instances that all log in at once are on the set, though etcd is slower than they wait at first")
            func logins() async throws {
                // Each login takes a third of a second of a core.
                let cluster = try await EtcdCluster(["--bcrypt-cost", "12"])
                try await cluster.untilReady()
                var options = EtcdOptions()
                options.requestLimit = .milliseconds(600)
                options.credentials = try await cluster.askForUsers()
                var patient = options
                patient.requestLimit = .seconds(20)
                let pointer = try await Fleet(cluster.address(), patient).publish("one")
                var instances: [Instance] = []
                for number in 0..<20 {
                    instances.append(try await Instance("\(number)", try cluster.address(), options, startLimit: .zero))
                }
                for instance in instances { try await instance.until(pointer.set) }
            }

            @Test("A server that is not etcd is named, and the next member is asked")
            func otherServer() async throws {
                let cluster = try await EtcdCluster()
                try await cluster.untilReady()
                let other = try cluster.peerAddress()
                await #expect {
                    _ = try await Fleet(other, EtcdOptions()).state()
                } throws: { error in
                    "\(error)".contains("not from etcd's JSON gateway")
                }
                let hosts = (other.endpoints + (try cluster.address().endpoints)).map { $0.dropFirst(7) }
                let both = try EtcdAddress("etcd://\(hosts.joined(separator: ","))/waybill/test")
                let pointer = try await Fleet(both, EtcdOptions()).publish("one")
                let instance = try await Instance("a", both)
                try await instance.until(pointer.set)
            }

            @Test("TLS with a certificate authority of one's own works, and an unknown authority is refused")
            func tls() async throws {
                let place = FileManager.default.temporaryDirectory.path + "/tls-\(UUID().uuidString)"
                try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
                let openssl = try await ProgramRun.ofProgram([
                    "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj",
                    "/CN=etcd", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "\(place)/key.pem", "-out",
                    "\(place)/cert.pem",
                ])
                try #require(openssl.end.status == 0, "\(openssl.errors)")
                let cluster = try await EtcdCluster(
                    scheme: "https", ["--cert-file", "\(place)/cert.pem", "--key-file", "\(place)/key.pem"],
                    folder: place)
                var options = EtcdOptions()
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = .file("\(place)/cert.pem")
                options.tls = tls
                try await cluster.untilReady(options)
                let fleet = Fleet(try cluster.address(), options)
                // Large enough for several pieces: etcd 3.4.23 lets watches wait while it sends large answers over TLS.
                let first = try await fleet.publish("one", routes: 10_000)
                let instance = try await Instance("a", try cluster.address(), options)
                try await instance.until(first.set)
                let second = try await fleet.publish("two", routes: 10_000)
                try await instance.until(second.set)
                await #expect(throws: EtcdError.self) { try await Fleet(cluster.address(), EtcdOptions()).state() }
            }

            @Test(
                "An address says what is wrong with it, and never shows a password",
                arguments: [
                    ("http://a:1/x", "begin with 'etcd://'"), ("etcd://a/x", "HOST:PORT"), ("etcd://a:1", "prefix"),
                    ("etcd://a:1/ü", "letters"), ("etcd://u:secret@a:1/x", "ETCD_USER"), ("etcd://a:0/x", "HOST:PORT"),
                    ("etcd://a:1,,b:2/x", "HOST:PORT"),
                ])
            func address(_ text: String, _ words: String) throws {
                #expect {
                    _ = try EtcdAddress(text)
                } throws: { error in
                    "\(error)".contains(words) && !"\(error)".contains("secret")
                }
            }

            @Test("An address keeps its endpoints and its prefix")
            func goodAddress() throws {
                let address = try EtcdAddress("etcds://a:1,[::1]:2/waybill/prod/")
                #expect(address.endpoints == ["https://a:1", "https://[::1]:2"])
                #expect(address.prefix == "/waybill/prod")
                #expect(address.description == "etcds://a:1,[::1]:2/waybill/prod")
            }
        }
    }
#endif
