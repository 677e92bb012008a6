import Testing
import Waybill
import WaybillPresentation

@Suite("The check of presenters finds what is wrong")
struct PresenterConformanceTests {
    final class Thing: Sendable {}

    @Test("A presenter that follows the contract has no problem")
    func presenter() async {
        let problems = await PresenterConformance.check(
            HeadlessPresenter(root: Thing()), showing: { Thing() }, by: [.push, .present, .addChild])
        #expect(problems.isEmpty)
    }

    @Test("A presenter that forgets, refuses or throws is reported")
    func brokenPresenters() async {
        /// A presenter that would remove the same object twice.
        struct Forgetful: Presenter {
            func present(_ shown: any Sendable, _ request: PresentationRequest) -> Shown {
                Shown(request.presentation, token: 0)
            }
            func remove(_ shown: Shown) {}
        }
        struct Refusing: Presenter {
            func refusal(of request: PresentationRequest) -> String? { "not today" }
            func present(_ shown: any Sendable, _ request: PresentationRequest) -> Shown {
                Shown(request.presentation, token: 0)
            }
            func remove(_ shown: Shown) {}
        }
        let forgetful = await PresenterConformance.check(Forgetful(), showing: { Thing() }, by: [.push])
        #expect(
            forgetful == [
                "push, round 1: would remove the same view again", "push, round 2: would remove the same view again",
            ])
        let refusing = await PresenterConformance.check(Refusing(), showing: { Thing() }, by: [.push])
        #expect(refusing.first == "push, round 1: refuses what it should present: not today")
    }
}
