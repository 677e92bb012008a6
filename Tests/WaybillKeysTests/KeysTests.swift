import Testing
import Waybill
