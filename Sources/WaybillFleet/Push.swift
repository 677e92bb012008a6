#if Etcd
    import ArgumentParser
    import Foundation
    import NIOSSL
    package import WaybillCommandOptions
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillManifest
    import WaybillReports
    import WaybillRules
    import WaybillSyntax
    import WaybillTools
    import WaybillTraffic

    extension FleetPush: CompanionVerb {
        package func work() async throws {
            let candidate = try FleetCandidate(options)
            let fleet = try options.fleet.open()
            let state = try await fleet.state()
            let plan = try await candidate.plan(over: state, in: fleet)
            try await candidate.checkCode(of: fleet)
            let pointer = try await fleet.push(
                digest: candidate.compilation.digest, candidate.compilation.sources, over: state,
                options.note.note(plan: plan))
            Output.write(pointer.line)
        }
    }

    /// A set that passed all checks that need no fleet.
    struct FleetCandidate {
        let compilation: Compilation
        private let options: FleetPushOptions

        /// Checks a set as `waybill check` does, and runs its tests.
        ///
        /// - Throws: The exit status, after the problems are printed to standard error.
        init(_ options: FleetPushOptions) throws {
            self.options = options
            let files = ManifestFiles.read(paths: options.paths)
            let compilation = Compilation.compile(
                files: files, environment: ProcessInfo.processInfo.environment, requiresVariables: false)
            let configuration = compilation.configuration(ConfigurationFile.find(from: files.root))
            let registry = try Self.registry(options, configuration)
            let report = compilation.lint(configuration, options: LintOptions(registry: registry))
            let status = report.status(of: compilation, failOn: .error)
            guard status == 0 else {
                Output.write(report.text(color: false, width: nil, isQuiet: Output.isQuiet), to: .standardError)
                throw ExitCode(status)
            }
            let tested = compilation.tested()
            guard !tested.hasErrors else {
                Output.write(
                    tested.lint(configuration).text(color: false, width: nil, isQuiet: Output.isQuiet),
                    to: .standardError)
                throw Status.problems.exit
            }
            self.compilation = tested
        }

        /// Compares the set with the published one.
        ///
        /// - Returns: The plan in one line; `nil` if nothing is published yet.
        /// - Throws: The exit status, after a breaking plan is printed to standard error.
        func plan(over state: Fleet.State, in fleet: Fleet) async throws -> String? {
            guard let pointer = state.pointer else { return nil }
            let published = Compilation.compile(
                files: ManifestFiles(sources: try await fleet.files(of: pointer.set)),
                environment: ProcessInfo.processInfo.environment, requiresVariables: false)
            let policy = PlanPolicy()
            guard var plan = Plan(from: published, to: compilation, policy: policy) else {
                throw Output.failure("the published set has errors for this version of waybill, and cannot be compared")
            }
            if !options.traffic.isEmpty {
                do throws(LogProblem) {
                    try plan.addTraffic(of: options.traffic, published, compilation, options.log.options)
                } catch {
                    throw TrafficLogOptions.failure(error, of: "waybill push --traffic")
                }
            }
            if plan.fails(policy, allowedShare: nil), !options.allowBreaking {
                Output.write(plan.text(policy, isQuiet: Output.isQuiet), to: .standardError)
                Output.remark("nothing is published; if this is intended, use '--allow-breaking'")
                throw Status.problems.exit
            }
            return [plan.summaryLine(policy), plan.trafficLine].compactMap(\.self).joined(separator: "; ")
        }

        /// The registered code that the options or the configuration name.
        ///
        /// - Throws: The exit status, after the reason is printed to standard error.
        private static func registry(
            _ options: FleetPushOptions, _ configuration: LintConfiguration
        ) throws -> RegistryUse? {
            guard let file = options.code.registry.map(SourceFile.reading) else {
                return .reading(configuration, replacing: [:]) { ExecutableDigest.of(executable: $0) }
            }
            return .checked(try RegistryFileOptions.read(file), file: file)
        }

        /// Compares the set with the code that each instance has registered.
        ///
        /// - Throws: The exit status, after the problems are printed to standard error.
        func checkCode(of fleet: Fleet) async throws {
            var refuses = false
            for group in try await fleet.code() {
                let names = group.instances.quoted
                guard let registry = group.registry else {
                    Output.remark("the code of \(names) is not known, so the set is not compared with it")
                    continue
                }
                let problems = compilation.bindingErrors(with: registry)
                guard !problems.isEmpty else { continue }
                let renderer = TextRenderer(sources: compilation.sources)
                Output.write(renderer.render(problems, maximumPerRule: 10), to: .standardError)
                Output.report("\(names) could not bind this set: the code there is another")
                refuses = true
            }
            guard refuses, !options.allowUnbound else { return }
            Output.remark(
                "nothing is published; deploy the code first, or let these instances keep the set before with "
                    + "'--allow-unbound'")
            throw Status.problems.exit
        }
    }

    extension [String] {
        /// Names of instances for people: `'a', 'b'`, and how many more.
        var quoted: String {
            let shown = prefix(5).map { "'\($0)'" }.joined(separator: ", ")
            return count > 5 ? "\(shown) and \(count - 5) more" : shown
        }
    }

    extension FleetAddressOptions {
        /// - Throws: The exit status, after the reason is printed to standard error.
        func open() throws -> Fleet { try Fleet.open(to, ca: ca) }
    }

    extension Fleet {
        /// - Throws: The exit status, after the reason is printed to standard error.
        static func open(_ address: String, ca: String?) throws -> Fleet {
            var options = EtcdOptions()
            options.requestLimit = .seconds(5)
            let environment = ProcessInfo.processInfo.environment
            if let user = environment["ETCD_USER"], !user.isEmpty {
                options.credentials = .init(user: user, password: environment["ETCD_PASSWORD"] ?? "")
            }
            if let ca {
                guard FileManager.default.isReadableFile(atPath: ca) else {
                    throw Output.failure("cannot read '\(ca)'")
                }
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.trustRoots = .file(ca)
                options.tls = tls
            }
            do throws(EtcdAddress.Problem) { return Fleet(try EtcdAddress(address), options) } catch {
                throw Output.failure("'--to': \(error)", .wrongUsage)
            }
        }
    }

    extension FleetNoteOptions {
        func note(plan: String? = nil) -> Fleet.Note {
            let environment = ProcessInfo.processInfo.environment
            let user = by ?? environment["USER"] ?? environment["LOGNAME"] ?? "unknown"
            return Fleet.Note(by: user, message: message, commit: Self.commit, plan: plan)
        }

        /// The commit of the working folder; `nil` without Git.
        private static var commit: String? {
            let git = Process()
            let pipe = Pipe()
            git.executableURL = URL(filePath: "/usr/bin/env")
            git.arguments = ["git", "rev-parse", "--verify", "--quiet", "HEAD"]
            git.standardOutput = pipe
            git.standardError = FileHandle.nullDevice
            guard (try? git.run()) != nil else { return nil }
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            git.waitUntilExit()
            let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return git.terminationStatus == 0 && !text.isEmpty ? text : nil
        }
    }

    extension FleetPointer {
        /// One line for people.
        var line: String {
            let share = rollout.map { ", and \($0.set.prefix(12)) for \($0.percent)" } ?? ""
            return "number \(number): set \(set.prefix(12)), digest \(digest)\(share)\n"
        }
    }
#endif
